#!/bin/sh
# docs/gallery.md is the page of these models: page.sh SOURCE PROGRAM. It is made anew, without its pictures, and compared: words there are the same, numbers
# that do not depend on the machine too. The pictures, screenshots that a browser made, are whole, of one size, one a model, and not too heavy.
set -u
source=$1
program=$2
pictures=$source/docs/pictures/gallery
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
complain() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

# size_of JPEG: width x height as its frame header has it; nothing when there is none, or the file does not end as one.
size_of() {
    [ "$(tail -c 2 "$1" | od -An -v -tx1 | tr -d ' ')" = ffd9 ] || return 0
    od -An -v -tu1 -N 2000 "$1" | awk '
        { for (i = 1; i <= NF; i++) byte[n++] = $i }
        END {
            if (byte[0] != 255 || byte[1] != 216) exit
            for (at = 2; at + 8 < n && byte[at] == 255; at += 2 + 256 * byte[at + 2] + byte[at + 3])
                if (byte[at + 1] >= 192 && byte[at + 1] <= 194) {
                    print 256 * byte[at + 7] + byte[at + 8] "x" 256 * byte[at + 5] + byte[at + 6]
                    exit
                }
        }'
}

sh "$source/docs/gallery.sh" "$program" "$folder" page || complain "the page cannot be made"
for page in "$source/docs/gallery.md" "$folder/gallery.md"; do
    sed -n '1,/^## The numbers/p' "$page" >"$folder/$(echo "$page" | cksum | cut -d' ' -f1).words"
    sed -n '/^| model/,$p' "$page" | cut -d'|' -f2-5 >"$folder/$(echo "$page" | cksum | cut -d' ' -f1).numbers"
done
for kind in words numbers; do
    # shellcheck disable=SC2046 # two files, whose names have no blanks
    diff $(ls "$folder"/*."$kind") || complain "docs/gallery.md is not up to date in its $kind: ./dev gallery"
done

"$program" list --names | sort >"$folder/names"
[ "$(wc -l <"$folder/names")" -ge 74 ] || complain "there are too few models"
find "$pictures" -type f | sed 's|.*/||' | sort >"$folder/pictures"
sed 's/$/.jpg/' "$folder/names" | sort | diff - "$folder/pictures" || complain "the pictures are not those of the models: ./dev gallery"
for picture in "$pictures"/*.jpg; do
    [ "$(size_of "$picture")" = 720x450 ] || complain "$picture is not a whole picture of 720 by 450 pixels"
done
weight=$(cat "$pictures"/* | wc -c)
[ "$weight" -le 3000000 ] || complain "the pictures have $weight bytes, which is too much"

# README.md shows the top of a report.
cover=$(sed -n 's/.*(\(docs\/pictures\/report-.*\.jpg\)).*/\1/p' "$source/README.md")
case $(size_of "$source/$cover") in
1200x*) ;;
*) complain "README.md has no picture of a report, 1200 pixels wide" ;;
esac
[ "$failed" -eq 0 ] && echo "$(wc -l <"$folder/names") models, $weight bytes of pictures"
