#!/bin/sh
# The manual page says what the program does: manual.sh SOURCE PROGRAM. Its commands and options are those of
# the program, and no more; the formatters have nothing to say.
# shellcheck disable=SC2013 # topics have no blanks in them
set -u
source=$1
program=$2
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"
page=$source/docs/man/nonholo.1

# section NAME: its lines, without the escapes of - and of fonts.
section() {
    awk -v wanted=".SH $1" '/^\.SH/ { on = $0 == wanted } on' "$page" | sed 's/\\-/-/g; s/\\f[A-Z]//g; s/"//g'
}

# the line behind .TP, its second word being the first thing said
section COMMANDS | awk 'behind { print $2 } { behind = /^\.TP/ }' | sort >"$folder/commands"
"$program" help commands | sort | diff "$folder/commands" - >"$folder/differences"
expect "commands: $(cat "$folder/differences")" test ! -s "$folder/differences"

section OPTIONS | awk 'behind { print } { behind = /^\.TP/ }' | grep -Eo -- '--?[a-z]+' | sort >"$folder/options"
"$program" help options | sort | diff "$folder/options" - >"$folder/differences"
expect "options: $(cat "$folder/differences")" test ! -s "$folder/differences"

# Every list of exit statuses has the same numbers, with the same words up to the first mark: that of the manual page, of `help files`, of the page about the
# program, and the numbers of the source.
shorten() {
    tr '[:upper:]' '[:lower:]' | sed -E 's/[:;.,(].*//; s/ +$//' | sort -n
}
section 'EXIT STATUS' | awk '/^\.B [0-9]/ { number = $2; getline; print number, $0 }' | shorten >"$folder/page"
"$program" help files | sed -n '/^Exit status/,$p' | awk '$1 ~ /^[0-9]+$/ { $1 = $1; print }' | shorten >"$folder/help"
awk -F ' *[|] *' '/^\| exit status/ { on = 1 } on && $2 ~ /^[0-9]+$/ { print $2, $3 }' "$source/docs/commands.md" | shorten >"$folder/docs"
grep -Eo 'EXIT_[A-Z]+ = [0-9]+' "$source/apps/cli/command.h" | awk '$1 != "EXIT_SIGNAL" { print $3 }' | sort -n >"$folder/source"
expect exit-statuses test "$(wc -l <"$folder/page")" -eq 11
for list in help docs; do
    diff "$folder/page" "$folder/$list" >"$folder/differences"
    expect "exit statuses of $list: $(cat "$folder/differences")" test ! -s "$folder/differences"
done
cut -d ' ' -f 1 "$folder/page" | diff - "$folder/source" >"$folder/differences"
expect "exit statuses of the source: $(cat "$folder/differences")" test ! -s "$folder/differences"

for topic in $(sed -n 's/^TOPIC(\([a-z]*\),.*/\1/p' "$source/apps/cli/help/topics.def"); do
    expect "topic $topic" grep -qw "$topic" "$page"
done
version=$("$program" --version | sed 's/nonholo \([0-9]*\.[0-9]*\)\..*/\1/')
expect "version $version" grep -q "^\\.TH .*nonholo $version\"" "$page"

if command -v groff >/dev/null; then
    groff -ww -man -Tutf8 "$page" >"$folder/shown" 2>"$folder/err"
    expect "groff: $(cat "$folder/err")" test ! -s "$folder/err"
fi
if command -v man >/dev/null; then
    LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=100 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" >/dev/null 2>"$folder/err"
    expect "man: $(cat "$folder/err")" test ! -s "$folder/err"
fi

finish
