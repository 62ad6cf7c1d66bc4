"""The one stylesheet, generated from the tokens. Widgets choose their dress by the property `kind`."""

from __future__ import annotations

from collections.abc import Callable

from qtwar.base.places import RESOURCES
from qtwar.ui.theme.tokens import LIGHT, Tokens, ink_on, mix


def build(t: Tokens, px: Callable[[float], int], language: str) -> str:
    """Return the stylesheet for tokens, a scale function and a language."""
    strong = (
        "font-weight: 700;"
        if language == "ja"
        else 'font-family: "Inter SemiBold", "Noto Sans JP", "Inter Signs"; font-weight: 600;'
    )
    hover = mix(t.panel, t.accent, 0.10)
    pressed = mix(t.panel, t.accent, 0.22)
    accent_hover = mix(t.accent, t.text, 0.18)
    frame = t.frame
    mark = (RESOURCES / "icons" / f"check-{'light' if ink_on(t.accent) == LIGHT.on_accent else 'dark'}.svg").as_posix()
    arrow = (RESOURCES / "icons" / f"down-{'dark' if ink_on(t.raised) == LIGHT.text else 'light'}.svg").as_posix()
    # Fusion draws its boxes in shades of grey, which nobody sees on a dark ground
    boxes = f"""
QCheckBox::indicator, QRadioButton::indicator {{ border: {frame}px solid {t.second}; background: {t.raised}; border-radius: {px(3)}px; }}
QCheckBox::indicator:checked {{ background: {t.accent}; border-color: {t.accent}; image: url("{mark}"); }}
QRadioButton::indicator {{ border-radius: {px(8)}px; }}
QRadioButton::indicator:checked {{ border: {px(5)}px solid {t.accent}; width: {px(7)}px; height: {px(7)}px; }}
QCheckBox::indicator:hover, QRadioButton::indicator:hover {{ border-color: {t.accent}; }}
QCheckBox::indicator:focus {{ border: {px(2)}px solid {t.ring}; width: {px(13)}px; height: {px(13)}px; }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border-color: {t.hairline}; background: {t.sunk}; }}
"""

    def font(size: float) -> str:
        return f"font-size: {max(px(size), 9)}px;"

    return f"""
* {{ outline: 0; }}
QWidget {{ color: {t.text}; }}
QMainWindow, QDialog {{ background: {t.window}; }}
QToolTip {{ background: {t.raised}; color: {t.text}; border: 1px solid {t.line}; padding: {px(4)}px {px(8)}px; {font(12)} }}

QMenuBar {{ background: {t.panel}; border-bottom: 1px solid {t.hairline}; padding: 0 {px(10)}px; }}
QMenuBar::item {{ padding: {px(5)}px {px(10)}px; background: transparent; border-radius: {px(4)}px; }}
QMenuBar::item:selected {{ background: {t.accent_ground}; }}
QMenu {{ background: {t.raised}; border: 1px solid {t.line}; padding: {px(4)}px; }}
QMenu::item {{ padding: {px(6)}px {px(28)}px {px(6)}px {px(30)}px; border-radius: {px(4)}px; }}
QMenu::item:selected {{ background: {t.accent_ground}; }}
QMenu::item:disabled {{ color: {t.third}; }}
QMenu::icon {{ left: {px(8)}px; }}
QMenu::separator {{ height: 1px; background: {t.hairline}; margin: {px(4)}px {px(8)}px; }}

QFrame[kind="tabrow"] {{ background: {t.window}; border-bottom: 1px solid {t.line}; }}
QTabBar[kind="documents"] {{ background: transparent; border: 0; }}
QTabBar[kind="documents"]::tab {{ background: transparent; border: 1px solid transparent; border-bottom: 0;
  padding: {px(5)}px {px(12)}px {px(5)}px {px(10)}px; margin: {px(4)}px {px(2)}px 0 {px(2)}px; color: {t.second};
  border-top-left-radius: {px(6)}px; border-top-right-radius: {px(6)}px; }}
QTabBar[kind="documents"]::tab:selected {{ background: {t.panel}; border-color: {t.line}; color: {t.text}; }}
QTabBar[kind="documents"]::tab:hover:!selected {{ background: {hover}; }}
QTabBar[kind="documents"]::tab:focus {{ border-color: {t.accent}; }}
QTabBar[kind="panes"], QTabBar {{ background: transparent; border: 0; }}
QTabBar[kind="panes"]::tab, QDockWidget QTabBar::tab, QMainWindow QTabBar::tab {{ background: transparent; border: 0;
  border-bottom: {px(2)}px solid transparent; padding: {px(6)}px {px(12)}px {px(5)}px {px(12)}px; color: {t.second}; }}
QTabBar[kind="panes"]::tab:selected, QMainWindow QTabBar::tab:selected {{ color: {t.text}; border-bottom-color: {t.accent}; {strong} }}
QTabBar[kind="panes"]::tab:focus, QMainWindow QTabBar::tab:focus {{ background: {t.accent_ground}; color: {t.accent}; }}
QTabBar[kind="panes"]::tab:hover:!selected {{ color: {t.text}; background: {hover}; }}

QFrame[kind="panel"], QWidget[kind="panel"] {{ background: {t.panel}; border: 0; }}
QFrame[kind="toolbar"] {{ background: {t.panel}; border: 0; border-bottom: 1px solid {t.hairline}; }}
QFrame[kind="statusbar"] {{ background: {t.panel}; border: 0; border-top: 1px solid {t.line}; }}
QFrame[kind="rail"] {{ background: {t.panel}; border: 0; border-right: 1px solid {t.line}; }}
QFrame[kind="prompt"], QFrame[kind="verbs"] {{ background: {t.raised}; border: 0; }}
QFrame[kind="verbs"] {{ border-bottom: 1px solid {t.hairline}; }}
QFrame[kind="prompt"][tone="warn"] {{ background: {t.warn_ground}; }}
QFrame[kind="shelf"] {{ background: {t.panel}; border: 0; border-top: 1px solid {t.line}; }}
QFrame[kind="card"] {{ background: {t.raised}; border: 1px solid {t.line}; border-radius: {px(8)}px; }}
QFrame[kind="card"][chosen="true"] {{ background: {t.accent_ground}; border: {max(1, px(1.5))}px solid {t.accent}; }}
QFrame[kind="card"][title="true"][chosen="true"] {{ border: 1px solid {t.accent}; }}
QFrame[kind="card"][lit="true"] {{ border: {px(2)}px solid {t.accent}; }}
QFrame[kind="card"]:focus, QFrame[kind="card"][title="true"][chosen="true"]:focus {{ border: {px(2)}px solid {t.accent}; }}
QFrame[kind="floating"] {{ background: {t.raised}; border: 1px solid {t.line}; border-radius: {px(8)}px; }}
QFrame[kind="warning"] {{ background: {t.warn_ground}; border: {frame}px solid {t.warn}; border-radius: {px(8)}px; }}
QFrame[kind="problem"] {{ background: {t.bad_ground}; border: {frame}px solid {t.bad}; border-radius: {px(8)}px; }}
QFrame[kind="tablebar"] {{ background: {t.panel}; border: 0; border-bottom: 1px solid {t.hairline}; }}
QFrame[kind="tablebar"][tone="warn"] {{ background: {t.warn_ground}; border-bottom: 1px solid {t.warn}; }}
QFrame[kind="past"] {{ background: {t.accent_ground}; border: 0; border-bottom: 1px solid {t.accent}; }}
QFrame[kind="toast"] {{ background: {t.text}; border: 0; border-radius: {px(8)}px; }}
QFrame[kind="toast"] QLabel {{ color: {t.panel}; }}
QFrame[kind="rule"] {{ background: {t.hairline}; border: 0; max-height: 1px; min-height: 1px; }}
QFrame[kind="vrule"] {{ background: {t.line}; border: 0; max-width: 1px; min-width: 1px; }}
QWidget[kind="ground"] {{ background: {t.window}; }}
QWidget[kind="surround"] {{ background: {t.surround}; }}
QFrame[kind="row"] {{ background: transparent; border: 0; border-radius: {px(6)}px; }}
QFrame[kind="row"][chosen="true"] {{ background: {t.accent_ground}; }}
QFrame[kind="row"]:focus {{ border: {px(2)}px solid {t.accent}; }}
QFrame[kind="sidepanel"] {{ background: {t.panel}; border: 0; border-left: 1px solid {t.line}; }}
QFrame[kind="sidebar"] {{ background: {t.panel}; border: 0; border-right: 1px solid {t.line}; }}

QLabel {{ background: transparent; border: 0; }}
QLabel[kind="page"] {{ {font(24)} {strong} }}
QLabel[kind="heading"] {{ {font(16)} {strong} }}
QLabel[kind="prompt"] {{ {font(16)} {strong} background: transparent; }}
QLabel[kind="prompt-small"] {{ {font(15)} {strong} }}
QLabel[kind="strong"] {{ {strong} }}
QLabel[kind="strong"][tone="good"] {{ color: {t.good}; }}
QLabel[kind="strong"][tone="bad"] {{ color: {t.bad}; }}
QLabel[kind="strong"][tone="unknown"] {{ color: {t.warn}; }}
QLabel[kind="second"] {{ color: {t.second}; {font(12)} }}
QLabel[kind="second-body"] {{ color: {t.second}; }}
QLabel[kind="small"] {{ {font(12)} }}
QLabel[kind="caps"] {{ {font(11)} {strong} }}
QLabel[kind="chip"] {{ background: {t.accent_ground}; border-radius: {px(4)}px; padding: {px(1)}px {px(8)}px; {font(12)} {strong} }}
QLabel[kind="chip-plain"] {{ background: {t.sunk}; border-radius: {px(4)}px; padding: {px(1)}px {px(8)}px; {font(12)} {strong} }}
QLabel[kind="key"] {{ background: {t.raised}; border: 1px solid {t.line}; border-radius: {px(4)}px; padding: 0 {px(5)}px;
  color: {t.second}; {font(11)} }}
QLabel[kind="good"] {{ color: {t.good}; }}
QLabel[kind="bad"] {{ color: {t.bad}; }}
QLabel[kind="warn"] {{ color: {t.warn}; }}
QLabel[tone="warn"] {{ color: {t.warn}; }}
QLabel[kind="empty"] {{ color: {t.second}; }}
QLabel:disabled {{ color: {t.third}; }}

QPushButton {{ background: {t.raised}; border: 1px solid {t.line}; border-radius: {px(6)}px;
  padding: 0 {px(12)}px; min-height: {px(30)}px; }}
QPushButton:hover {{ background: {hover}; border-color: {t.accent}; }}
QPushButton:pressed {{ background: {pressed}; }}
QPushButton:focus {{ border: {px(2)}px solid {t.accent}; padding: 0 {max(px(12) - px(2) + 1, 1)}px; min-height: {px(30) - 2 * (px(2) - 1)}px; }}
QPushButton:disabled {{ color: {t.third}; background: {t.sunk}; border-color: {t.hairline}; }}
QPushButton[kind="primary"] {{ background: {t.accent}; color: {t.on_accent}; border-color: {t.accent}; {strong} }}
QPushButton[kind="primary"]:hover {{ background: {accent_hover}; }}
QPushButton[kind="primary"]:focus {{ border-color: {t.ring}; }}
QPushButton[kind="primary"]:disabled {{ background: {t.sunk}; color: {t.third}; border-color: {t.hairline}; }}
QPushButton[kind="quiet"] {{ background: transparent; border: 1px solid transparent; }}
QPushButton[kind="quiet"][tone="bad"] {{ color: {t.bad}; }}
QPushButton[kind="quiet"]:hover {{ background: {hover}; }}
QPushButton[kind="quiet"]:focus {{ border: {px(2)}px solid {t.accent}; }}
QPushButton[kind="nav"] {{ background: transparent; border: 1px solid transparent; text-align: left; padding: 0 {px(10)}px;
  min-height: {px(34)}px; }}
QPushButton[kind="nav"]:hover {{ background: {hover}; }}
QPushButton[kind="nav"]:checked {{ background: {t.accent_ground}; }}
QPushButton[kind="nav"]:focus {{ border: {px(2)}px solid {t.accent}; padding: 0 {max(px(10) - px(2) + 1, 1)}px; min-height: {px(34) - 2 * (px(2) - 1)}px; }}
QPushButton[kind="verb"] {{ min-height: {px(24)}px; padding: 0 {px(10)}px; }}
QPushButton[kind="verb"]:checked {{ background: {t.accent_ground}; border-color: {t.accent}; {strong} }}
QPushButton[kind="verb"]:focus {{ min-height: {px(24) - 2 * (px(2) - 1)}px; padding: 0 {max(px(10) - px(2) + 1, 1)}px; }}
QPushButton[kind="compact"] {{ min-height: {px(24)}px; padding: 0 {px(8)}px; {font(12)} }}
QPushButton[kind="compact"]:focus {{ min-height: {px(24) - 2 * (px(2) - 1)}px; padding: 0 {max(px(8) - px(2) + 1, 1)}px; }}
QPushButton[kind="link"] {{ background: transparent; border: 0; color: {t.accent}; padding: 0; min-height: {px(24)}px; text-align: left; }}
QPushButton[kind="link"]:hover {{ text-decoration: underline; }}
QPushButton::menu-indicator {{ image: none; width: 0; }}

QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: {px(6)}px; padding: {px(2)}px; }}
QToolButton:hover {{ background: {hover}; }}
QToolButton:pressed {{ background: {pressed}; }}
QToolButton:focus {{ border-color: {t.accent}; }}
QToolButton:checked {{ background: {t.accent_ground}; border-color: {t.accent}; }}
QToolButton[kind="plain-check"]:checked {{ background: transparent; border-color: transparent; }}
QToolButton[kind="plain-check"]:focus {{ border-color: {t.accent}; }}
QToolButton[kind="page"] {{ border: 0; border-bottom: {px(2)}px solid transparent; border-radius: 0; padding: {px(2)}px {px(12)}px; }}
QToolButton[kind="page"]:checked {{ background: transparent; border-bottom: {px(2)}px solid {t.accent}; {strong} }}
QToolButton[kind="page"]:focus {{ background: {t.accent_ground}; }}
QToolButton:disabled {{ color: {t.third}; }}
QToolButton::menu-indicator {{ image: none; width: 0; }}
QFrame[kind="segments"] {{ background: {t.sunk}; border: 1px solid {t.line}; border-radius: {px(6)}px; }}
QFrame[kind="segments"] QToolButton {{ border: 1px solid transparent; border-radius: {px(5)}px; padding: 0 {px(11)}px; color: {t.second}; }}
QFrame[kind="segments"] QToolButton:checked {{ background: {t.raised}; border-color: {t.line}; color: {t.text}; {strong} }}
QFrame[kind="segments"] QToolButton:focus {{ border-color: {t.accent}; }}
QFrame[kind="segments"] QToolButton:disabled {{ color: {t.third}; background: transparent; border-color: transparent; }}

QLineEdit, QPlainTextEdit, QTextEdit {{ background: {t.raised}; border: 1px solid {t.line}; border-radius: {px(6)}px; padding: 0 {px(8)}px;
  selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QTextBrowser, QTextBrowser:focus {{ background: {t.panel}; border: 0; border-radius: 0; padding: 0 {px(4)}px; }}
QLineEdit {{ min-height: {px(28)}px; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus {{ border: {px(2)}px solid {t.accent}; padding: 0 {max(px(8) - px(2) + 1, 1)}px; }}
QLineEdit:focus {{ min-height: {px(28) - 2 * (px(2) - 1)}px; }}

QAbstractItemView {{ background: {t.panel}; border: 0; alternate-background-color: {t.sunk};
  selection-background-color: {t.accent_ground}; selection-color: {t.text}; }}
QAbstractItemView::item {{ min-height: {px(26)}px; padding: 0 {px(4)}px; }}
QAbstractItemView::item:selected {{ background: {t.accent_ground}; color: {t.text}; }}
QAbstractItemView::item:hover:!selected {{ background: {hover}; }}
QAbstractItemView:focus {{ border: 0; }}
QTreeView::branch:selected {{ background: {t.accent_ground}; }}
QListView[kind="plain"], QListWidget[kind="plain"] {{ background: {t.raised}; }}
QComboBox {{ min-height: {px(28)}px; background: {t.raised}; border: 1px solid {t.line}; border-radius: {px(6)}px; padding: 0 {px(24)}px 0 {px(8)}px; }}
QComboBox:hover {{ border-color: {t.accent}; }}
QComboBox:focus {{ border: {px(2)}px solid {t.accent}; padding: 0 {px(23)}px 0 {max(px(8) - px(2) + 1, 1)}px; min-height: {px(28) - 2 * (px(2) - 1)}px; }}
QComboBox:disabled {{ color: {t.third}; background: {t.sunk}; border-color: {t.hairline}; }}
QComboBox::drop-down {{ border: 0; width: {px(24)}px; subcontrol-origin: border; }}
QComboBox::down-arrow {{ image: url("{arrow}"); width: {px(12)}px; height: {px(12)}px; }}
QComboBox QAbstractItemView {{ background: {t.raised}; border: 1px solid {t.line}; }}
QCheckBox, QRadioButton {{ spacing: {px(8)}px; min-height: {px(26)}px; }}
QCheckBox::indicator, QRadioButton::indicator {{ width: {px(15)}px; height: {px(15)}px; }}
QCheckBox:focus, QRadioButton:focus {{ color: {t.accent}; }}
QRadioButton {{ border: {frame}px solid transparent; border-radius: {px(4)}px; }}
QRadioButton:focus {{ border-color: {t.accent}; }}
QScrollArea {{ background: transparent; border: 0; }}
QScrollArea[kind="read"] {{ border: {frame}px solid transparent; }}
QScrollArea[kind="read"]:focus {{ border-color: {t.accent}; }}
QScrollArea > QWidget > QWidget[kind="clear"], QWidget[kind="clear"] {{ background: transparent; }}

QScrollBar:vertical {{ background: transparent; width: {px(10)}px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {px(10)}px; margin: 0; }}
QScrollBar::handle {{ background: {mix(t.panel, t.text, 0.25)}; border-radius: {px(3)}px; margin: {px(2)}px; }}
QScrollBar::handle:vertical {{ min-height: {px(28)}px; }}
QScrollBar::handle:horizontal {{ min-width: {px(28)}px; }}
QScrollBar::handle:hover {{ background: {mix(t.panel, t.text, 0.45)}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}

QSlider::groove:horizontal {{ height: {px(4)}px; background: {t.line}; border-radius: {px(2)}px; }}
QSlider::sub-page:horizontal {{ background: {t.accent}; border-radius: {px(2)}px; }}
QSlider::handle:horizontal {{ background: {t.raised}; border: {px(2)}px solid {t.accent}; width: {px(12)}px; height: {px(12)}px;
  margin: -{px(6)}px 0; border-radius: {px(8)}px; }}
QSlider::handle:horizontal:focus {{ background: {t.accent}; }}
QSlider[kind="share"]::groove:horizontal {{ height: {px(2)}px; background: {t.line}; }}
QSlider[kind="share"]::sub-page:horizontal {{ background: {t.third}; }}
QSlider[kind="share"]::handle:horizontal {{ border: {px(2)}px solid {t.third}; width: {px(8)}px; height: {px(8)}px;
  margin: -{px(5)}px 0; border-radius: {px(6)}px; }}
QSlider[kind="share"]::handle:horizontal:hover, QSlider[kind="share"]::handle:horizontal:focus {{ border-color: {t.accent}; }}
QSlider[kind="share"]::handle:horizontal:focus {{ background: {t.accent}; }}
QSlider[kind="share"]::sub-page:horizontal:disabled {{ background: {t.line}; }}
QSlider[kind="share"]::handle:horizontal:disabled {{ border-color: {t.line}; background: {t.panel}; }}
QProgressBar {{ background: {t.sunk}; border: 1px solid {t.line}; border-radius: {px(4)}px; max-height: {px(8)}px; }}
QProgressBar::chunk {{ background: {t.accent}; border-radius: {px(3)}px; }}

QDockWidget {{ titlebar-close-icon: none; }}
QMainWindow::separator {{ background: {t.line}; width: {px(3)}px; height: {px(3)}px; }}
QMainWindow::separator:hover {{ background: {t.accent}; }}
QSplitter::handle {{ background: {t.line}; }}
QHeaderView::section {{ background: {t.sunk}; color: {t.second}; border: 0; border-bottom: 1px solid {t.line};
  border-right: 1px solid {t.hairline}; padding: {px(4)}px {px(6)}px; {font(12)} {strong} }}
QTableView {{ gridline-color: {t.hairline}; }}
{boxes}"""
