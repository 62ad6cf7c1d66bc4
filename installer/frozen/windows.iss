; Inno Setup's script: installs the frozen folder for this user, without an administrator; `python3 installer build setup`
; calls it with /DVersion=… /DFolder=… /DOut=….

[Setup]
AppId={{6F0E6C0B-2A53-4E0B-9B52-0B7C7A6B4D11}
AppName=QtWar
AppVersion={#Version}
DefaultDirName={autopf}\QtWar
DefaultGroupName=QtWar
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
Compression=lzma2
SolidCompression=yes
SetupIconFile={#Folder}\..\qtwar.ico
UninstallDisplayIcon={app}\qtwar.exe
OutputDir={#Out}
OutputBaseFilename=qtwar-{#Version}-setup
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "ja"; MessagesFile: "compiler:Languages\Japanese.isl"

[CustomMessages]
en.Documents=Open games, drafts, modules and turns by mail with QtWar
ja.Documents=ゲーム・下書き・モジュール・メール対戦の手番をQtWarで開く
en.Document=QtWar document
ja.Document=QtWarの文書
en.Module=QtWar module
ja.Module=QtWarのモジュール
en.Mail=QtWar turn by mail
ja.Mail=QtWarのメール対戦の手番

[Tasks]
Name: "documents"; Description: "{cm:Documents}"
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[InstallDelete]
; What an earlier version brought and this one does not.
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\QtWar"; Filename: "{app}\qtwar.exe"
Name: "{autodesktop}\QtWar"; Filename: "{app}\qtwar.exe"; Tasks: desktopicon

[Registry]
#define Kind(str Extension, str Id, str Message) \
  "Root: HKA; Subkey: ""Software\Classes\." + Extension + """; ValueType: string; ValueData: """ + Id + """; Flags: uninsdeletevalue; Tasks: documents" + NewLine + \
  "Root: HKA; Subkey: ""Software\Classes\" + Id + """; ValueType: string; ValueData: ""{cm:" + Message + "}""; Flags: uninsdeletekey; Tasks: documents" + NewLine + \
  "Root: HKA; Subkey: ""Software\Classes\" + Id + "\DefaultIcon""; ValueType: string; ValueData: ""{app}\qtwar.exe,0""; Tasks: documents" + NewLine + \
  "Root: HKA; Subkey: ""Software\Classes\" + Id + "\shell\open\command""; ValueType: string; ValueData: """"""{app}\qtwar.exe"""" open """"%1""""""; Tasks: documents"
#emit Kind("qtwar", "QtWar.Document", "Document")
#emit Kind("qtmod", "QtWar.Module", "Module")
#emit Kind("qtwarmail", "QtWar.Mail", "Mail")

[Run]
Filename: "{app}\qtwar.exe"; Description: "{cm:LaunchProgram,QtWar}"; Flags: nowait postinstall skipifsilent
