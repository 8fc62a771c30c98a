"""The workflows, the forms and the release of a public host."""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import by_cases, cases
from tests.processes import python
from tests.waiting import PATIENCE
from tools.release import PAGES, release_faults

ROOT = Path(__file__).parents[1]
SCHEMAS = {
    "vendor.github-workflows": ".github/workflows/*.yml",
    "vendor.github-issue-forms": ".github/ISSUE_TEMPLATE/[!c]*.yml",
    "vendor.github-issue-config": ".github/ISSUE_TEMPLATE/config.yml",
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_file_of_the_host_is_well_formed(schema: str) -> None:
    """The host reads each of its files without an error."""
    files = [str(path) for path in ROOT.glob(SCHEMAS[schema])]
    assert files
    ran = python("-m", "check_jsonschema", "--builtin-schema", schema, *files)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_malformed_workflow_is_found(tmp_path: Path) -> None:
    """A job without a machine to run on is an error."""
    bad = tmp_path / "bad.yml"
    bad.write_text("on: push\njobs: {test: {steps: [{run: make test}]}}\n")
    ran = python("-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", bad)
    assert ran.returncode == 1


@pytest.mark.parametrize("case", cases("release"), ids=lambda case: case["name"])
def test_only_a_release_that_fits_its_tag_is_made(case: dict[str, Any]) -> None:
    """The tag must equal the version, the changelog must have its date, the addresses must be real."""
    head = f'[project]\nname = "ours"\nversion = "{case["version"]}"'
    project = f'{head}\n[project.urls]\nSource = "{case["address"]}"\n'
    changelog = f"# Changelog\n\n## {case['heading']}\n"
    faults = list(release_faults(case["tag"], project, changelog, {"README.md": case.get("page", "")}))
    assert faults == case["faults"]


def test_every_page_that_installs_is_known_to_the_release() -> None:
    """A page that installs the program from a checkout is one of those that the release looks at."""
    tracked = [path for path in ROOT.glob("**/*.md") if not {".venv", "build"} & set(path.parts)]
    installing = {path for path in tracked if "install ." in path.read_text(encoding="utf-8")}
    assert {path.relative_to(ROOT).as_posix() for path in installing} <= set(PAGES)


def test_a_wrong_tag_ends_the_release() -> None:
    """The command that the release runs first ends with status 1 for another tag."""
    ran = python("tools/release.py", "v999")
    assert ran.returncode == 1
    assert "The tag is v999, but" in ran.stdout


def test_a_release_checks_its_tag_first() -> None:
    """Nothing is built or published before the tag was checked."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert (
        0
        < text.index('tools/release.py "$GITHUB_REF_NAME"')
        < text.index("uv build")
        < text.index("uv publish")
    )


@pytest.mark.skipif(
    sys.platform == "win32", reason="on Windows the workflow brings a package that makes terminals"
)
@by_cases
def test_the_workflow_opens_the_app_as_a_stranger_does(words: list[str], status: int, shown: str) -> None:
    """In a terminal of its own the first screen comes, and a key leaves it; what does not come is told."""
    command = [str(Path(sys.executable).with_name("scorekeeper")), *words]
    ran = python("tools/try_run.py", *command, timeout=PATIENCE)
    assert (ran.returncode, shown in ran.stdout + ran.stderr) == (status, True), ran.stdout + ran.stderr


def test_every_python_that_is_promised_is_tried() -> None:
    """The workflows that try several versions of Python try those that pyproject.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")]
    tried = [
        re.findall(r"3\.\d+", listed) for text in texts for listed in re.findall(r"python: \[(.*)\]", text)
    ]
    assert tried == [named] * 4
