#!/bin/sh
# The program as a person meets it, without a model: cli.sh PROGRAM.
set -u
program=$1
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

check version 0 '^nonholo [0-9]+\.[0-9]+\.[0-9]+ \(FLINT .*GMP .*\)$' '' --version
check version-short 0 '^nonholo ' '' -V
check version-command 0 '^nonholo ' '' version
check version-extra 2 '' "takes no arguments, but there is 'x'" version x
check version-help 0 '^usage: nonholo version$' '' version --help
check alone 0 'usage: nonholo COMMAND' ''
check help 0 'help +list commands and topics' '' help
check help-option 0 'usage: nonholo COMMAND' '' --help
check help-command 0 '^usage: nonholo version$' '' help version
check help-command-options 0 '^  --set NAME=VALUE' '' help check
check help-names 0 '^help$' '' help commands
check help-options 0 '^--json$' '' help options
check help-unknown 2 '' "unknown command or topic 'frobnicate'" help frobnicate
check help-unknown-near 2 '' "did you mean 'language'" help langauge
check help-unknown-lists 2 '' '^topics: .*language.*files' help frobnicate
check help-too-many 2 '' "takes one word, not 2" help a b
check help-language 0 '^  constraint speed:' '' help language
check help-functions 0 'atan2' '' help functions
check help-formulations 0 '^  chetaev .*Chetaev condition' '' help formulations
check help-methods 0 'Methods' '' help methods
check help-files 0 '^  130 ' '' help files
check unknown 2 '' '^commands: .*help.*version' frobnicate
check unknown-near 2 '' "unknown command 'hlep', did you mean 'help'" hlep
check unknown-option 2 '' "unknown option '--frob'" --frob
check unknown-long 2 '' 'unknown command' "$(printf '%0300d' 0)"
check empty-word 2 '' "unknown command ''" ''

# Help fits a page of 100 columns.
topics=$(sed -n 's/^TOPIC(\([a-z]*\),.*/\1/p' "$(dirname "$0")/../../apps/cli/help/topics.def")
expect "help: topics" test "$(echo "$topics" | wc -w)" -ge 5
for word in $("$program" help commands) $topics; do "$program" help "$word"; done >"$folder/pages"
"$program" help >>"$folder/pages"
expect "help: 100 columns: $(awk 'length > 100' "$folder/pages" | head -n 1)" test -z "$(awk 'length > 100' "$folder/pages")"
# An option is explained for the command that is asked about.
check help-at-times 0 '^  --at TIMES  ' '' help run
check help-at-state 0 '^  --at STATE  ' '' help linearize
check help-digits-eigenvalues 0 '^  --digits D .*of the eigenvalues' '' help steady
check help-digits-differences 0 '^  --digits D .*differences' '' help holds
# A list on a terminal has one line a model.
if command -v script >/dev/null; then
    script -qec "stty cols 60; '$program' list" /dev/null 2>"$folder/err" </dev/null | tr -d '\r' >"$folder/narrow"
    expect "list: 60 columns" test "$(LC_ALL=C.UTF-8 awk '{ print length }' "$folder/narrow" | sort -n | tail -n 1)" -le 62
    expect "list: all lines" test "$(wc -l <"$folder/narrow")" -eq "$("$program" list | wc -l)"
fi

# every function of expressions has its line in the help
functions=$(sed -n 's/^FUNCTION([A-Z0-9]*, \([a-z0-9]*\),.*/\1/p' "$(dirname "$0")/../../src/expr/functions.def")
"$program" help functions >"$folder/functions"
for word in $functions; do expect "help functions: $word" grep -qw "$word" "$folder/functions"; done

check list 0 '^  leibniz +Leibniz particle +Ex\. 1, \(12\), and Ex\. 11$' '' list
check list-heading 0 '\[Simple\]$' '' list
check list-names 0 '^leibniz$' '' list --names
check list-json 0 '"name": "leibniz", "title": "Leibniz particle", "source": ' '' list --json
check list-run 0 '^leibniz +3 +1 +2 +[0-9]+ +[0-9.e-]+ +[0-9.e-]+ ' '' list --run
check list-run-heading 0 '^model +coordinates +constraints +DOF +steps +residual +energy +invariants +claims$' '' list --run
check list-run-json 0 '"name": "leibniz", "title": "Leibniz particle", "status": "finished", "coordinates": 3, "constraints": 1, "freedoms": 2, ' '' list --run --json
check list-names-json 2 'names prints only names' '' list --names --json
check list-names-run 2 '' '--names prints only names' list --run --names
check list-extra 2 '' "takes no arguments, but there is 'x'" list x
check list-set 2 '' "unknown option '--set'" list --set a=1
check list-option-near 2 '' "unknown option '--jsno', did you mean '--json'" list --jsno
check list-value 2 '' "takes no value, but there is 'yes'" list --json=yes
check list-help 0 '^usage: nonholo list$' '' list --help
check list-output 0 '' '' list -o "$folder/list"
expect list-output-there grep -q leibniz "$folder/list"
check list-output-attached 0 '' '' list "-o$folder/attached"
expect list-output-attached-there grep -q leibniz "$folder/attached"
check list-output-minus 0 leibniz '' list -o -
check list-output-none 2 '' '-o needs a value' list -o
check list-output-empty 2 '' 'name of a file' list -o ''

# A file is replaced whole or not at all; its mode stays; a link stays a link.
echo old >"$folder/kept"
chmod 600 "$folder/kept"
ln -s kept "$folder/link"
check replace 0 '' '' list --names -o "$folder/link"
expect replace-link test -L "$folder/link"
expect replace-content grep -q leibniz "$folder/kept"
expect replace-mode test "$(find "$folder/kept" -perm 600)"
check no-folder 4 '' 'cannot write .*/nowhere/x.: there is no such file' list -o "$folder/nowhere/x"
check a-folder 4 '' 'cannot write .*directory' list -o "$folder"
expect no-leftovers test -z "$(find "$folder" -name '*.??????' -type f)"

# A full disk is an error, a reader that has seen enough is none.
if [ -c /dev/full ]; then
    check full-file 4 '' 'cannot write ./dev/full.: the disk is full' list -o /dev/full
    "$program" help >/dev/full 2>"$folder/err"
    expect "full disk" test $? -eq 4
    expect "full disk, message" grep -q 'cannot write the output' "$folder/err"
fi
mkfifo "$folder/pipe"
(exec <"$folder/pipe"; sleep 0.2) &
(sleep 0.1; exec >"$folder/pipe"; sleep 0.3; "$program" help 2>"$folder/err"; echo $? >"$folder/status") 2>/dev/null
wait
expect "closed pipe" test "$(cat "$folder/status")" = 0
expect "closed pipe, no message" test ! -s "$folder/err"

finish
