#!/bin/sh
# Makes the web site of the manual: site.sh SOURCE FOLDER, with MkDocs in FOLDER/venv; leaves FOLDER/html. The pages and pictures are copied first, in
# their folders, since MkDocs takes one folder of pages only. A link that leads nowhere is an error.
set -eu
source=$(realpath "$1")
folder=$(realpath "$2")
rm -rf "$folder/source" "$folder/html"
mkdir -p "$folder/source"
cd "$source"
find . \( -name build -o -name node_modules -o -name .git \) -prune -o -type f \
    \( -name '*.md' -o -path './docs/pictures/*' -o -path './docs/site/*.css' -o -path './docs/site/*.js' \) -print | tar -cf - -T - | tar -xf - -C "$folder/source"
export PYTHONPATH="$source/docs/site" PYTHONDONTWRITEBYTECODE=1 NO_MKDOCS_2_WARNING=1
"$folder/venv/bin/mkdocs" build -f docs/site/mkdocs.yml -d "$folder/html" >"$folder/log" 2>&1 || {
    cat "$folder/log" >&2
    exit 1
}
