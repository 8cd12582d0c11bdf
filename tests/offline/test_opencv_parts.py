"""OpenCV.js and its WebAssembly, parted."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.offline.opencv_parts import part


def test_the_webassembly_becomes_a_file_that_the_script_fetches(tmp_path: Path) -> None:
    script = tmp_path / "opencv.js"
    script.write_bytes("before(binaryDecode('\x00asm\\n\\\\\\'\xff')) + after('x')".encode())
    part(script)
    assert (tmp_path / "opencv.wasm").read_bytes() == b"\x00asm\n\\'\xff"
    fetched = "before(fetch(new URL(\"opencv.wasm\",import.meta.url)).then(found=>found.arrayBuffer())) + after('x')"
    assert script.read_text("utf-8") == fetched


def test_script_without_webassembly_is_rejected(tmp_path: Path) -> None:
    script = tmp_path / "opencv.js"
    script.write_text("nothing")
    with pytest.raises(ValueError, match=r"opencv\.js carries no WebAssembly"):
        part(script)
