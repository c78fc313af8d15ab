#!/bin/sh
# docs/gallery.md is the page of these models: page.sh SOURCE PROGRAM. It is made anew and compared: words and pictures there are the same,
# numbers that do not depend on the machine too.
set -u
source=$1
program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
complain() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

sh "$source/docs/gallery.sh" "$program" "$folder" || complain "the page cannot be made"
for page in "$source/docs/gallery.md" "$folder/gallery.md"; do
    sed -n '1,/^## The numbers/p' "$page" >"$folder/$(echo "$page" | cksum | cut -d' ' -f1).words"
    sed -n '/^| model/,$p' "$page" | cut -d'|' -f2-5 >"$folder/$(echo "$page" | cksum | cut -d' ' -f1).numbers"
done
for kind in words numbers; do
    # shellcheck disable=SC2046 # two files, whose names have no blanks
    diff $(ls "$folder"/*."$kind") || complain "docs/gallery.md is not up to date in its $kind: ./dev gallery"
done
"$program" list --names | sort >"$folder/names"
find "$source/docs/pictures/gallery" -name '*.svg' -exec basename {} .svg \; | sort | diff "$folder/names" - || complain "the pictures are not those of the models"
[ "$(wc -l <"$folder/names")" -ge 74 ] || complain "there are too few models"
for picture in "$source"/docs/pictures/gallery/*.svg; do
    [ "$(tail -c 7 "$picture")" = "</svg>" ] || complain "$picture is not whole"
done
[ "$failed" -eq 0 ] && echo "$(wc -l <"$folder/names") models"
