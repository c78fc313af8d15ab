#!/bin/sh
# The program at a terminal: terminal.sh PROGRAM. Colours, the line of progress, a reader that stops early. The terminal is
# that of script(1); without it only the last part is tested.
set -u
program=$1
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

escape=$(printf '\033')
printf 'coord x\npotential cos(y)\n' >"$folder/bad.nh"

# at_terminal COMMAND: what it prints there.
at_terminal() {
    script -qec "$1" /dev/null </dev/null >"$folder/shown" 2>&1
}
# Whether it was coloured.
has_colours() {
    grep -q "$escape\\[1;31merror:" "$folder/shown"
}
has_none() {
    grep -q 'bad.nh:2:15: error: ' "$folder/shown" && ! grep -q "$escape" "$folder/shown"
}

if command -v script >/dev/null; then
    unset NO_COLOR
    TERM=xterm
    export TERM
    at_terminal "'$program' check '$folder/bad.nh'"
    expect colours has_colours
    at_terminal "NO_COLOR= '$program' check '$folder/bad.nh'"
    expect colours-empty has_colours
    at_terminal "NO_COLOR=1 '$program' check '$folder/bad.nh'"
    expect no-colours has_none
    at_terminal "TERM=dumb '$program' check '$folder/bad.nh'"
    expect dumb-terminal has_none
    at_terminal "'$program' check '$folder/bad.nh' 2>'$folder/err'; cat '$folder/err'"
    expect no-colours-in-files has_none

    # Long work shows what it does, also where it does not know how far it is, and wipes the line at its end. In the
    # foreground timeout sends one signal; otherwise two, and a second one ends the program at once.
    at_terminal "timeout --foreground -s INT 2.5 '$program' check bicycle"
    expect "progress: $(tr '\r' '\n' <"$folder/shown" | tail -n 1)" grep -q "$escape\\[Kcomputing, [1-9][0-9]* s" "$folder/shown"
    expect progress-wiped sh -c 'tr "\r" "\n" <"$1" | grep -v "^$" | tail -n 1 | grep -qv computing' sh "$folder/shown"
    at_terminal "timeout --foreground -s INT 2.5 '$program' run leibniz --to 1e9 -q -o '$folder/long.csv'"
    expect "progress: $(tr '\r' '\n' <"$folder/shown" | tail -n 1)" \
        grep -Eq "$escape\\[Kintegrating, [1-9][0-9]* s" "$folder/shown"
    at_terminal "timeout --foreground -s INT 2.5 '$program' check bicycle 2>'$folder/err'"
    expect no-progress-in-files sh -c '! grep -q computing "$1" "$2"' sh "$folder/err" "$folder/shown"
fi

# A reader that stops early is no error.
for line in list 'help language' 'show bicycle' 'check leibniz' 'derive leibniz --form all' 'run leibniz --step 1e-4 -o -'; do
    # shellcheck disable=SC2086 # words
    { "$program" $line 2>"$folder/err"; echo $? >"$folder/status"; } | head -n 1 >"$folder/out"
    expect "$line | head: $(cat "$folder/status" "$folder/err")" test "$(cat "$folder/status")" -eq 0 -a "$(wc -l <"$folder/out")" -eq 1
    expect "$line | head: $(cat "$folder/err")" sh -c '! grep -Eqi "pipe|cannot|error:" "$1"' sh "$folder/err"
done
finish
