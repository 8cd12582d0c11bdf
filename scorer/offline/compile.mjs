// node compile.mjs PYODIDE COMPILER STDLIB CODE
// Has Pyodide's Python compile what is loaded when the program starts, in its own library and in our code.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, compiler, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
// with another seed the members of a constant set would be written in another order
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
archives.forEach((file, index) => python.FS.writeFile(`/${index}.zip`, readFileSync(file)));
python.FS.writeFile("/compiler.py", readFileSync(compiler));
python.runPython(`
import sys
sys.path[:0] = ["/1.zip"]
import scorer.offline.program
modules = sorted(sys.modules)
sys.path[:1] = ["/"]
from pathlib import Path
from compiler import compile_archive
for archive in ("/0.zip", "/1.zip"):
    compile_archive(Path(archive), modules)
`);
archives.forEach((file, index) => writeFileSync(file, python.FS.readFile(`/${index}.zip`)));
