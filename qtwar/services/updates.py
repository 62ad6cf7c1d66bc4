"""News of a new version: one signed text from the place that is set in the build, asked for when a person says so.

The file is JSON: `{"news": "…", "signature": "…"}`, the signature (Ed25519, base64) is of the very text of `news`, which is
JSON again: `{"version": "1.2.0", "page": "https://…", "about": {"en": "…", "ja": "…"}}`. Nothing but the request is sent.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import qtwar
from qtwar.base import places
from qtwar.base.errors import DataFault
from qtwar.base.version import number
from qtwar.remote.reading import no_answer, read_all

MOST = 64_000
SECONDS = 15


@dataclass(frozen=True, slots=True)
class UpdatePlace:
    """Where this build asks, and whose signature it believes (a public key in base64)."""

    address: str
    key: str

    @property
    def host(self) -> str:
        """Return whom a person is asked to let it ask."""
        return urlsplit(self.address).hostname or self.address


@dataclass(frozen=True, slots=True)
class VersionNews:
    """What is known of the newest version: its number, the page that tells more, a sentence by language."""

    version: str
    page: str
    about: dict[str, str]

    @property
    def is_newer(self) -> bool:
        """Return whether it is newer than this program."""
        return number(self.version) > number(qtwar.__version__)


def place() -> UpdatePlace | None:
    """Return the place that is set in this build; None in one that nobody gave any, such as a clone."""
    try:
        said = json.loads((places.RESOURCES / "updates.json").read_text(encoding="utf-8"))
        found = UpdatePlace(said["address"], said["key"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if found.address.startswith("https://") and found.key else None


def ask(at: UpdatePlace, fetch: Callable[[str], bytes] | None = None) -> VersionNews:
    """Fetch the text and read it; blocks its thread. Raises DataFault where nothing, or nothing genuine, comes."""
    try:
        data = (fetch or _fetch)(at.address)
    except no_answer() as problem:
        raise DataFault("fault.updates.unreachable", host=at.host, detail=repr(problem)) from None
    return read(data, at.key)


def read(data: bytes, key: str) -> VersionNews:
    """Return the news if their signature is that of the key; raises DataFault."""
    from nacl.exceptions import BadSignatureError, CryptoError
    from nacl.signing import VerifyKey

    try:
        said = json.loads(data)
        text = said["news"].encode("utf-8")
        VerifyKey(base64.b64decode(key, validate=True)).verify(text, base64.b64decode(said["signature"], validate=True))
    except BadSignatureError:
        raise DataFault("fault.updates.forged") from None
    except (ValueError, KeyError, TypeError, AttributeError, binascii.Error, CryptoError, RecursionError):
        raise DataFault("fault.updates.unreadable") from None
    try:
        news: Any = json.loads(text)
        about = {str(language): str(words) for language, words in news["about"].items()}
        found = VersionNews(str(news["version"]), str(news["page"]), about)
        number(found.version)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise DataFault("fault.updates.unreadable") from None
    if not found.page.startswith("https://"):
        raise DataFault("fault.updates.unreadable")
    return found


def sign(news: VersionNews, secret: bytes) -> bytes:
    """Return the signed text of news; `secret` is the 32 bytes that a release keeps to itself."""
    from nacl.signing import SigningKey

    text = json.dumps({"version": news.version, "page": news.page, "about": news.about}, ensure_ascii=False, sort_keys=True)
    signature = base64.b64encode(SigningKey(secret).sign(text.encode("utf-8")).signature).decode("ascii")
    return json.dumps({"news": text, "signature": signature}, ensure_ascii=False).encode("utf-8")


def _fetch(address: str) -> bytes:
    """Return what stands there; asks those whom the system trusts whether it is the right machine."""
    import ssl
    from urllib.request import HTTPSHandler, Request, build_opener

    import truststore

    opener = build_opener(HTTPSHandler(context=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)))
    opener.addheaders = []
    with opener.open(Request(address, headers={"User-Agent": "QtWar"}), timeout=SECONDS) as answer:
        if not str(answer.url).startswith("https://"):
            raise OSError("sent on to a place that is not secret")
        return read_all(answer, MOST, SECONDS * 2)
