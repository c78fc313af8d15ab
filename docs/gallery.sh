#!/bin/sh
# Makes gallery.md and its pictures anew: gallery.sh PROGRAM FOLDER. FOLDER is docs, or another place to compare with.
set -eu
program=$1
folder=$2
pictures=$folder/pictures/gallery
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$pictures"

# name|title|source|reference, one line a model; no text has a | in it.
"$program" list --json |
    sed -n 's/^ *{"name": "\(.*\)", "title": "\(.*\)", "source": "\(.*\)", "reference": "\(.*\)"},*$/\1|\2|\3|\4/p' >"$work/models"
"$program" list --run >"$work/runs"
while IFS='|' read -r name _; do
    "$program" run "$name" --quiet --picture "$pictures/$name.svg" >"$work/summary"
done <"$work/models"

# Sections of three pictures a row.
sections() {
    awk -F'|' '
        function finish() { while (column > 0 && column < 3) { printf " |"; column++ } if (column > 0) print ""; column = 0 }
        $3 != source { finish(); source = $3; printf "\n## %s\n\n| | | |\n| --- | --- | --- |\n", source }
        column == 3 { print ""; column = 0 }
        column == 0 { printf "|" }
        { printf " ![%s](pictures/gallery/%s.svg)<br>**%s**: %s<br>%s |", $2, $1, $1, $2, $4; column++ }
        END { finish() }' "$work/models"
}

# What `list --run` prints, as a table.
numbers() {
    awk 'NR == 1 { for (i = 1; i <= NF; i++) printf "| %s ", $i; print "|"; for (i = 1; i <= NF; i++) printf "| %s ", i == 1 ? "---" : "---:"; print "|"; next }
        { for (i = 1; i <= NF; i++) printf "| %s ", $i; print "|" }' "$work/runs"
}

{
    cat <<'TEXT'
# The gallery

The built-in models, each in a picture of its motion as `run NAME --picture` draws it. Early moments are pale, the last one is strong. The name does for a file wherever a command wants a
MODEL; the comments in a model say where it is from, what is known of it and what to try:

    $ nonholo list                          # all of them
    $ nonholo show coin                     # the text of one
    $ nonholo run coin --picture coin.svg   # its motion

[papers.md](papers.md) has the papers behind the tags. This page is made by `./dev gallery`.
TEXT
    sections
    cat <<'TEXT'

## The numbers

Every model as it stands, at the tolerance 1e-10: the largest residual of a constraint relative to its terms, the largest error in the balance of energy relative to the energy, the largest change of an
invariant relative to its value or to 1, the largest difference between the sides of a claim relative to their terms or to 1. A dash: the model has none. The last digits, and now and then a
step, depend on the machine.

    $ nonholo list --run

TEXT
    numbers
} >"$folder/gallery.md"
