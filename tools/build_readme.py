"""A hatchling hook that writes the README of the built package: its links lead to the project's address.

Where a package is shown there are no files beside its README, so each relative target becomes an address at the tag
of the version. The address is `project.urls.Source` of pyproject.toml.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r'(!\[[^\]]*\]\(|<img [^>]*src=")(?!https?:)')
_LINK = re.compile(r"\]\((?!https?:|#)")
_COMMENT = re.compile(r" ?<!--.*?-->", re.DOTALL)


def readme_of_package(text: str, source: str, version: str) -> str:
    """Return a README whose targets are all addresses, without comments."""
    source = source.rstrip("/")
    text = _PICTURE.sub(rf"\1{source}/raw/v{version}/", _COMMENT.sub("", text))
    return _LINK.sub(f"]({source}/blob/v{version}/", text)


class ReadmeHook(MetadataHookInterface):
    """Sets the README of the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = readme_of_package(text, metadata["urls"]["Source"], metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
