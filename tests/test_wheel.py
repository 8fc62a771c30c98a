"""The wheel, alone and outside the checkout, and the archive of the sources."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from scorekeeper.cli.output import DISTRIBUTION
from tests.conftest import cases
from tests.processes import python
from tests.waiting import PATIENCE
from tools.build_readme import readme_of_package
from tools.smoke import Failed, smoke

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def built(folder: Path, mask: int = 0o022, **environment: str) -> Path:
    """Build both archives from a copy of the checkout, under a mask of rights; return the folder they are in."""
    left_out = (".git", ".venv", "build", "__pycache__", ".*_cache", ".hypothesis", ".coverage", "*.mo")
    shutil.copytree(ROOT, folder / "source", ignore=shutil.ignore_patterns(*left_out))
    for path in (folder / "source").rglob("*"):
        path.chmod(path.stat().st_mode & ~mask)
        os.utime(path, times=(mask * 1e7, mask * 1e7))
    known = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder / "built")],
        cwd=folder / "source", check=True, capture_output=True, timeout=PATIENCE, env={**known, **environment},
        **({} if os.name == "nt" else {"umask": mask}),
    )  # fmt: skip
    return folder / "built"


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build both archives, without network, and return the folder they are in."""
    return built(tmp_path_factory.mktemp("first"), TZ="UTC", LC_ALL="C.UTF-8")


@pytest.fixture(scope="module")
def unpacked(archives: Path) -> Path:
    """Return the folder that the wheel was unpacked into."""
    (wheel,) = archives.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(archives.parent / "wheel" / "installed")
    return archives.parent / "wheel" / "installed"


@pytest.fixture(scope="module")
def metadata(unpacked: Path) -> Message:
    """Return the metadata of the wheel."""
    (written,) = unpacked.glob("*.dist-info/METADATA")
    return message_from_bytes(written.read_bytes())


def _run(unpacked: Path, *words: str) -> str:
    """Run the unpacked command, in a folder where nothing of the checkout is found."""
    start = "import sys; sys.path.insert(0, sys.argv.pop(1)); from scorekeeper.__main__ import main; main()"
    env = os.environ | {"SCOREKEEPER_HOME": str(unpacked.parent / "home")}
    return python("-c", start, unpacked, *words, cwd=unpacked.parent, check=True, env=env).stdout


def test_wheel_carries_its_data(unpacked: Path) -> None:
    """Rule packs, all files of the package and its type marker are in the wheel; tests are not."""
    package = unpacked / "scorekeeper"
    files = (
        path
        for path in (ROOT / "scorekeeper").rglob("*.*")
        if path.suffix in (".toml", ".txt", ".tcss", ".onnx")
    )
    assert [path for path in files if not (unpacked / path.relative_to(ROOT)).exists()] == []
    packs = {path.name for path in (ROOT / "rules" / "packs").glob("*.toml")}
    assert {path.name for path in (package / "data" / "rules" / "packs").glob("*.toml")} == packs
    assert (package / "py.typed").exists()
    assert not (unpacked / "tests").exists()


def test_wheel_carries_the_man_page(unpacked: Path) -> None:
    """An installation puts it where `man scorekeeper` looks."""
    (page,) = unpacked.glob("*.data/data/share/man/man1/scorekeeper.1")
    assert page.read_bytes() == (ROOT / "docs" / "scorekeeper.1").read_bytes()


def test_wheel_knows_its_packs(unpacked: Path) -> None:
    """The unpacked wheel reads the packs that it carries, not those of the checkout."""
    start = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from scorekeeper.system import shipped_folder; from scorekeeper.formats import Shelf;"
        "shelf = Shelf(shipped_folder('rules')); [shelf.book(name) for name in shelf.ids()];"
        "print(shipped_folder('rules'), *shelf.ids())"
    )
    ran = python("-c", start, unpacked, cwd=unpacked.parent, check=True)
    place, *packs = ran.stdout.split()
    assert place == str(unpacked / "scorekeeper" / "data" / "rules")
    assert {"classic", "hastings", "tedmontgomery"} <= set(packs)


def test_wheel_keeps_a_game(unpacked: Path) -> None:
    """The unpacked wheel starts a game and tells where it stands."""
    game = _run(unpacked, "new", "--players", "Ana,Ben", "--rules", "hastings").strip()
    _run(unpacked, "round", game, "--out", "Ana", "Ben=5-0")
    told = json.loads(_run(unpacked, "standings", game, "--json"))
    assert [one["total"] for one in told["standings"]] == [0, 30]


def test_wheel_prints_a_sheet(unpacked: Path) -> None:
    """The unpacked wheel prints a sheet as PDF."""
    sheet = unpacked.parent / "sheet.pdf"
    _run(unpacked, "sheet", "--set", "9", "--players", "Ana,Ben", "-o", str(sheet))
    assert sheet.read_bytes().startswith(b"%PDF-")


def test_wheel_knows_its_version(unpacked: Path) -> None:
    """`--version` prints the version of pyproject.toml."""
    assert _run(unpacked, "--version").split() == ["scorekeeper", PROJECT["project"]["version"]]


def test_the_wheel_speaks_the_languages_of_its_translations(unpacked: Path) -> None:
    """A `.po` file is compiled by the build, is in the wheel without its source, and `--lang` speaks it."""
    carried = {path.name for path in unpacked.rglob("translations/**/*.*")}
    assert carried == {"scorekeeper.mo"}
    assert "Opciones" in _run(unpacked, "games", "--help", "--lang", "es")


def test_metadata_is_that_of_the_project(metadata: Message) -> None:
    """The distribution has its own name, both games in its summary, and the addresses of pyproject.toml."""
    assert metadata["Name"] == DISTRIBUTION == PROJECT["project"]["name"]
    assert "Chickenfoot" in metadata["Summary"]
    assert "Mexican Train" in metadata["Summary"]
    urls = [f"{label}, {address}" for label, address in PROJECT["project"]["urls"].items()]
    assert metadata.get_all("Project-URL") == urls


def test_only_people_choose_extras(metadata: Message) -> None:
    """The extras are those of pyproject.toml; what developers need is in groups, which nothing brings along."""
    extras = metadata.get_all("Provides-Extra")
    assert extras == sorted(PROJECT["project"]["optional-dependencies"])
    assert not {*extras} & {*PROJECT["dependency-groups"]}


def test_readme_of_the_package_leads_nowhere_relative(metadata: Message) -> None:
    """Every link and picture of the shown README is an address."""
    payload = metadata.get_payload(decode=True)
    assert isinstance(payload, bytes)
    targets = re.findall(r'(?<=\]\()[^)]*|(?<= src=")[^"]*', payload.decode())
    assert len(targets) > 5
    assert [target for target in targets if not target.startswith("https://")] == []


@pytest.mark.parametrize("case", cases("package_readme"), ids=lambda case: case["claim"])
def test_targets_become_addresses(case: dict[str, str]) -> None:
    """Links lead to pages, pictures to files, at the tag of the version; comments are left out."""
    assert readme_of_package(case["text"], "https://code.example/p", "1.2") == case["becomes"]


def test_changelog_has_the_form_of_keep_a_changelog() -> None:
    """It begins with what is not released or the version in pyproject.toml; kinds of change have their headings."""
    headings = re.findall(r"^(##+) (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    versions = [text for mark, text in headings if mark == "##"]
    dated = re.compile(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d")
    version = PROJECT["project"]["version"]
    assert versions[0] == "[Unreleased]" or versions[0].startswith(f"[{version}] - ")
    assert [text for text in versions if text != "[Unreleased]" and not dated.fullmatch(text)] == []
    kinds = {text for mark, text in headings if mark == "###"}
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no git checkout: clone the project")
def test_sdist_has_what_the_checkout_has(archives: Path) -> None:
    """Every file of the checkout is in the archive of the sources, so the tests run from there."""
    (archive,) = archives.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        packed = {name.partition("/")[2] for name in opened.getnames()}
    kept = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    assert {name for name in kept.stdout.split("\0") if name} - packed == set()


def test_two_builds_are_the_same_bytes(archives: Path, tmp_path: Path) -> None:
    """Wheel and sdist depend on no clock and zone, no age and rights of files, no umask and no language."""
    again = built(tmp_path, mask=0o077, TZ="Asia/Tokyo", LC_ALL="C", PYTHONHASHSEED="7")
    first, other = ({path.name: path.read_bytes() for path in one.iterdir()} for one in (archives, again))
    assert len(first) == 2
    assert first.keys() == other.keys()
    assert [name for name in first if first[name] != other[name]] == [], "these differ from build to build"


def test_smoke_passes_on_what_is_installed(tmp_path: Path) -> None:
    """The installed command starts a game, enters a round, rules, prints, and opens its table."""
    smoke(str(Path(sys.executable).with_name("scorekeeper")), tmp_path)


def test_smoke_says_what_is_missing(tmp_path: Path) -> None:
    """A command that is not there is named."""
    with pytest.raises(Failed, match="no-such-command"):
        smoke("no-such-command", tmp_path)
