#!/bin/sh
# The program as a person meets it: cli.sh PROGRAM. Each check runs it and looks at output, messages and exit status.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# check NAME STATUS PATTERN-IN-OUTPUT PATTERN-IN-MESSAGES ARGUMENT...; an empty pattern wants silence.
check() {
    name=$1 status=$2 output=$3 messages=$4
    shift 4
    "$program" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    got=$?
    if [ "$got" -eq "$status" ] && fits "$output" "$folder/out" && fits "$messages" "$folder/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: exit status $got"
        sed 's/^/  out: /' "$folder/out"
        sed 's/^/  err: /' "$folder/err"
    fi
}

fits() {
    if [ -z "$1" ]; then
        [ ! -s "$2" ]
    else
        grep -Eq -- "$1" "$2"
    fi
}

check version 0 '^nonholo [0-9]+\.[0-9]+\.[0-9]+ \(FLINT .*GMP .*\)$' '' --version
check version-short 0 '^nonholo ' '' -V
check version-command 0 '^nonholo ' '' version
check version-extra 2 '' "takes no arguments, but there is 'x'" version x
check alone 0 'usage: nonholo COMMAND' ''
check help 0 'help +says what there is' '' help
check help-option 0 'usage: nonholo COMMAND' '' --help
check help-command 0 '^usage: nonholo version$' '' help version
check help-names 0 '^help$' '' help commands
check help-unknown 2 '' "unknown command 'frobnicate'" help frobnicate
check help-too-many 2 '' "takes one word, not 2" help a b
check unknown 2 '' '^commands: .*help.*version' frobnicate
check unknown-near 2 '' "unknown command 'hlep', did you mean 'help'" hlep
check unknown-option 2 '' "unknown option '--frob'" --frob
check unknown-long 2 '' 'unknown command' "$(printf '%0300d' 0)"
check empty-word 2 '' "unknown command ''" ''

# A full disk and a closed pipe are errors that are said.
if [ -c /dev/full ]; then
    "$program" help >/dev/full 2>"$folder/err"
    got=$?
    if [ $got -eq 4 ] && grep -q 'cannot write the output' "$folder/err"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED full disk: $got"; fi
fi
mkfifo "$folder/pipe"
(exec <"$folder/pipe"; sleep 0.2) &
(sleep 0.1; exec >"$folder/pipe"; sleep 0.3; "$program" help 2>"$folder/err"; echo $? >"$folder/status") 2>/dev/null
wait
if [ "$(cat "$folder/status")" = 4 ] && grep -q 'cannot write the output' "$folder/err"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED closed pipe: $(cat "$folder/status")"; fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
