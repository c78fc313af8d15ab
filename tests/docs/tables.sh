#!/bin/sh
# Every line of a table has its places: tables.sh SOURCE PROGRAM. What CONTRIBUTING.md asks for when a command, an option, a
# statement, a formulation or a method of integration is added, beside code. The manual page is compared in cli/manual.sh.
# shellcheck disable=SC2013,SC2016 # names have no blanks in them; patterns have backquotes
set -u
cd "$1" || exit 1
program=$2
# shellcheck source=tests/cli/check.sh
. tests/cli/check.sh

# place ITEM FILE PATTERN: the file has a line for it.
place() {
    expect "$1: ${2##*/} has no line '$3'" grep -Eq -e "$3" "$2"
}

"$program" help language >"$folder/language"
"$program" help formulations >"$folder/formulations"
"$program" help methods >"$folder/methods"

for item in $("$program" help commands); do
    place "$item" docs/commands.md "^## (.*, )?$item(,|\$)"
    # the versions of libraries are not the same everywhere
    [ "$item" = version ] || expect "$item: tests/cli/golden/$item.txt" test -f "tests/cli/golden/$item.txt"
    "$program" --complete "$item" - | awk -v item="$item" '$1 != "--help" && $1 != "-h" { print $1, item }' >>"$folder/list"
done
sort "$folder/list" >"$folder/options"
# the options of docs/commands.md, each with its commands
sed -n '/^## Options/,/^## list/p' docs/commands.md | awk -F '|' '/^[|] `-/ {
    while (match($2, /`--?[a-z]+/)) {
        option = substr($2, RSTART + 1, RLENGTH - 1)
        $2 = substr($2, RSTART + RLENGTH)
        commands = $3
        while (match(commands, /[a-z]+/)) {
            print option, substr(commands, RSTART, RLENGTH)
            commands = substr(commands, RSTART + RLENGTH)
        }
    }
}' | grep -vE -e '^(--help|-h) ' | sort -u | diff "$folder/options" - >"$folder/differences"
expect "options of docs/commands.md: $(cat "$folder/differences")" test ! -s "$folder/differences"

statements=$(sed -n 's/^STATEMENT([A-Z]*, \([a-z]*\),.*/\1/p' src/lang/statements.def)
expect statements test "$(echo "$statements" | wc -w)" -gt 20
sed -n '/^```ebnf/,/^```/p' docs/language.md >"$folder/grammar"
for word in $statements; do
    place "$word" "$folder/language" "^  $word "
    place "$word" "$folder/grammar" "\"$word\""
    place "$word" fuzz/model.dict "$word \"\$"
done

formulations=$(sed -n 's/^FORM("\([^"]*\)".*/\1/p' src/model/forms.def)
expect formulations test "$(echo "$formulations" | wc -w)" -gt 10
for item in $formulations; do
    place "$item" docs/formulations.md "^##+ $item\$"
    place "$item" docs/formulations.md "^[|] .$item. [|]"
    place "$item" "$folder/formulations" "^  $item "
done

# Numbers in words, of what the tables have: "thirteen formulations". Comparisons of two or three are no counts.
number=$(echo "$formulations" | wc -w)
words="zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
word=$(echo "$words" | cut -d ' ' -f $((number + 1)))
for file in README.md docs/*.md docs/man/nonholo.1; do
    grep -Eio '([a-z]+teen|ten|eleven|twelve|[0-9]+) formulations' "$file" | grep -Evix -e "($word|$number) formulations" >"$folder/other"
    expect "$file: there are $word formulations, not $(cat "$folder/other")" test ! -s "$folder/other"
done
expect "docs/tutorial.md: the others are one less than $word" sh -c 'tr "\n" " " <docs/tutorial.md | grep -Eiq "$1 other +formulations"' sh \
    "$(echo "$words" | cut -d ' ' -f "$number")"
expect "README.md names $word formulations" grep -q "$word formulations" README.md
models=$("$program" list --names | wc -l)
expect "README.md: $models models are more than seventy" test "$models" -gt 70 -a "$models" -lt 80
grep -Eo '[0-9]+ built-in models' CHANGELOG.md docs/*.md | grep -Ev ":$models " >"$folder/other"
expect "there are $models built-in models, not $(cat "$folder/other")" test ! -s "$folder/other"

methods=$(sed -n 's/^METHOD(\([a-z0-9]*\),.*/\1/p' src/ode/methods.def)
expect methods test "$(echo "$methods" | wc -w)" -ge 1
for item in $methods; do
    place "$item" docs/methods.md "^### $item\$"
    place "$item" "$folder/methods" "^  $item "
done

finish
