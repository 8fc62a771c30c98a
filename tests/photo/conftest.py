"""Tests of photos need OpenCV; without it they are skipped, but not in CI."""

import os

import pytest

if not os.environ.get("CI"):
    pytest.importorskip(
        "cv2", reason="OpenCV is not here; install it with pip install opencv-python-headless"
    )
