#!/bin/sh
# Makes gallery.md and its pictures anew: gallery.sh PROGRAM FOLDER [page]. FOLDER is docs, or another place to compare with. With the word page the page
# is made alone; the pictures, which are screenshots of reports, need node, the packages of web/ and chromium.
set -eu
program=$1
folder=$2
what=${3:-all}
shoot=$(dirname "$0")/../web/tools/shoot.mjs
cover=coin # README.md shows its report
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# name|title|source|reference, one line a model; no text has a | in it.
"$program" list --json |
    sed -n 's/^ *{"name": "\(.*\)", "title": "\(.*\)", "source": "\(.*\)", "reference": "\(.*\)"},*$/\1|\2|\3|\4/p' >"$work/models"

# The report of every model, two at a time; what fails says so.
reports() {
    mkdir "$work/reports"
    # shellcheck disable=SC2016 # the inner shell expands them
    cut -d'|' -f1 "$work/models" | PROGRAM=$program REPORTS=$work/reports xargs -P 2 -I NAME sh -c '
        "$PROGRAM" report NAME --quiet -o "$REPORTS/NAME.html" >"$REPORTS/NAME.log" 2>&1 || { cat "$REPORTS/NAME.log" >&2; exit 1; }'
}

# Screenshots take the place of the old pictures when all of them are made.
pictures() {
    node "$shoot" --try
    reports
    node "$shoot" "$work/gallery" "$work"/reports/*.html
    node "$shoot" --page "$work/cover" "$work/reports/$cover.html"
    rm -rf "$folder/pictures/gallery"
    mkdir -p "$folder/pictures"
    cp -R "$work/gallery" "$folder/pictures/gallery"
    cp "$work/cover/$cover.jpg" "$folder/pictures/report-$cover.jpg"
}

# Sections of three pictures a row.
sections() {
    awk -F'|' '
        function finish() { while (column > 0 && column < 3) { printf " |"; column++ } if (column > 0) print ""; column = 0 }
        $3 != source { finish(); source = $3; printf "\n## %s\n\n| | | |\n| --- | --- | --- |\n", source }
        column == 3 { print ""; column = 0 }
        column == 0 { printf "|" }
        { printf " ![%s](pictures/gallery/%s.jpg)<br>**%s**: %s<br>%s |", $2, $1, $1, $2, $4; column++ }
        END { finish() }' "$work/models"
}

# What `list --run` prints, as a table.
numbers() {
    "$program" list --run >"$work/runs"
    awk 'NR == 1 { for (i = 1; i <= NF; i++) printf "| %s ", $i; print "|"; for (i = 1; i <= NF; i++) printf "| %s ", i == 1 ? "---" : "---:"; print "|"; next }
        { for (i = 1; i <= NF; i++) printf "| %s ", $i; print "|" }' "$work/runs"
}

page() {
    cat <<'TEXT'
# The gallery

The built-in models, each as its report shows it in motion, after about two thirds of the time. Trails are strong up to this moment and pale for the rest of
the way; where there is a ground, there are shadows. Any command that takes a MODEL accepts these names; the comments in a model say where it is from, what is
known about it and what to try:

    $ nonholo list                          # all of them
    $ nonholo show coin                     # the text of one
    $ nonholo report coin                   # coin.html: this picture, to be played and turned, with plots and equations
    $ nonholo run coin --picture coin.svg   # some moments of its motion in one picture, for paper

[papers.md](papers.md) lists the papers that the tags refer to. `./dev gallery` generates this page.
TEXT
    sections
    cat <<'TEXT'

## The numbers

Every model as it is, at the tolerance 1e-10: the largest residual of a constraint relative to its terms, the largest error in the energy balance relative to
the energy, the largest change of an invariant relative to its value or to 1, the largest difference between the sides of a claim relative to their terms or
to 1. A dash means that the model has none. The last digits, and occasionally a step, depend on the machine.

    $ nonholo list --run

TEXT
    numbers
}

[ "$what" = page ] || pictures
page >"$folder/gallery.md"
