#!/bin/sh
# What the program reads and writes, whatever the command: files.sh PROGRAM. A file that is read is not written over, results replace a file whole in one
# way, endless input is refused, signals keep what was computed.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"
cd "$folder" || exit 1

cat >swing.nh <<'EOF'
coord x
kinetic x'^2/2
potential 2*x^2
init x = 1
simulate t = 0 .. 1 step 0.5
EOF
printf "t,x,x'\n0,1,0\n" >states.csv
printf "claim c: x'' = -4*x\n" >more.nh
cp swing.nh kept.nh

# ---- what is read is not written over, also when it comes as standard input

input=swing.nh
over='would overwrite the file that MODEL reads'
ln -s swing.nh swing.svg
ln -s swing.nh report.html
for words in 'run - --csv swing.nh' 'run - -o ./swing.nh' 'run - --plot swing.svg' 'run - --picture swing.svg' 'run - --report swing.nh' \
    'check - -o swing.nh' 'check - --json -o swing.nh' 'derive - -o swing.nh' 'show - -o swing.nh' 'verify - -o swing.nh' \
    'compare - --csv swing.nh' 'compare - --plot swing.svg' 'displacements - --csv swing.nh' 'report - -o swing.nh' 'report -' \
    'eval - --states states.csv -o swing.nh' 'holds - --file more.nh -o swing.nh' 'implies - --then x=1 -o swing.nh'; do
    # shellcheck disable=SC2086 # words
    "$program" $words <swing.nh >out 2>err
    expect "over standard input: $words" test $? -eq 2
    expect "over standard input, said: $words" grep -q "$over" out err
    expect "over standard input, kept: $words" cmp -s swing.nh kept.nh
done
input=more.nh
check over-file 2 '' 'would overwrite the file that --file reads' holds swing.nh --file - -o more.nh
input=states.csv
check over-states 2 '' 'would overwrite the file that --states reads' eval swing.nh --states - -o states.csv
expect over-states-kept test "$(wc -l <states.csv)" -eq 2
rm report.html
ln -s swing.nh swing.html
check over-page 2 '' "the page 'swing.html' would overwrite" report ./swing.nh
rm swing.html swing.svg
input=swing.nh
check pipe-in 0 'finished' '' run - --csv other.csv
check two-inputs 2 '' 'MODEL and --file cannot both be standard input' holds - --file -
check two-inputs-states 2 '' 'MODEL and --states cannot both be standard input' eval - --states -
input=/dev/null

# ---- one way of writing: the same messages, links and modes for each kind of result

for kind in 'check swing.nh -o' 'run swing.nh -o' 'eval swing.nh --states states.csv -o' 'list -o' 'report swing.nh -o' 'compare swing.nh --forms chetaev,maggi -o'; do
    # shellcheck disable=SC2086 # words
    check "no folder: $kind" 4 '' "cannot write 'none/a': there is no such file or folder" $kind none/a
    # shellcheck disable=SC2086
    check "a folder: $kind" 4 '' "cannot write '.': Is a directory" $kind .
    echo old >real
    chmod 640 real
    ln -sf real link
    # shellcheck disable=SC2086
    "$program" $kind link >out 2>err
    expect "a link stays: $kind" test -L link
    expect "the mode stays: $kind" test "$(stat -c %a real)" = 640
    expect "written: $kind" sh -c '! grep -qx old real'
    rm real
    # shellcheck disable=SC2086
    "$program" $kind link >out 2>err
    expect "a link to nothing: $kind" test -L link -a -s real
    rm link real
    # shellcheck disable=SC2086
    "$program" $kind new >out 2>err
    expect "a new file: $kind" test "$(stat -c %a new)" = "$(touch made && stat -c %a made)"
    rm new made
done
expect no-rests test -z "$(find . -name '*tmp*')"

# ---- input without end

mkfifo endless
for words in 'check /dev/zero' 'eval swing.nh --states /dev/zero'; do
    # shellcheck disable=SC2086 # words
    check "endless: $words" 4 '' "cannot read '/dev/zero': it has more than 256 megabytes" $words
done
input=/dev/zero
check endless-input 4 '' "cannot read 'stdin': it has more than 256 megabytes" check -
input=/dev/null
yes 'coord x' >endless &
writer=$!
check endless-fifo 4 '' "it has more than 256 megabytes" check ./endless
kill "$writer" 2>/dev/null
wait "$writer" 2>/dev/null

# ---- signals: the first keeps what was computed, the second ends at once and leaves nothing beside the result

mkdir part
begin() { # begin ARGUMENT...: a long motion; comes back when some of it is in a file
    rm -f part/*
    echo old >part/motion.csv
    "$program" run swing.nh --to 1e5 --step 0.001 --csv part/motion.csv "$@" >out 2>err &
    runner=$!
    while kill -0 "$runner" && [ -z "$(find part -name '*.tmp' -size +0)" ]; do sleep 0.1; done
}
for pair in INT:130 TERM:143 HUP:129; do
    signal=${pair%:*}
    begin
    kill "-$signal" "$runner"
    wait "$runner"
    expect "$signal" test $? -eq "${pair#*:}"
    expect "$signal: said" grep -q 'failed at t = .*: interrupted$' out
    rows=$(($(wc -l <part/motion.csv) - 1))
    expect "$signal: written" grep -q "^written: part/motion.csv, $rows rows" out
    expect "$signal: rows" test "$rows" -gt 100
    expect "$signal: whole" test "$(tail -n 1 part/motion.csv | tr -cd , | wc -c)" -eq "$(head -n 1 part/motion.csv | tr -cd , | wc -c)"
    expect "$signal: alone" test "$(find part -type f | wc -l)" -eq 1
done
for pair in INT:TERM TERM:HUP HUP:INT; do
    begin
    kill -STOP "$runner"
    kill "-${pair%:*}" "$runner"
    kill "-${pair#*:}" "$runner"
    kill -CONT "$runner"
    wait "$runner"
    got=$?
    expect "second signal, $pair: $got" test "$got" -ge 129 -a "$got" -le 143
    expect "second signal, $pair: old" grep -qx old part/motion.csv
    expect "second signal, $pair: alone" test "$(find part -type f | wc -l)" -eq 1
done
begin --json
kill -TERM "$runner"
wait "$runner"
expect json-signal test $? -eq 143
expect json-signal-said grep -q '"message": "interrupted"' out

# what is not to be seen: nohup
begin_ignoring() {
    trap '' HUP
    begin
    trap - HUP
}
begin_ignoring
kill -HUP "$runner"
sleep 0.2
expect nohup kill -0 "$runner"
kill -TERM "$runner"
wait "$runner"
expect nohup-ended test $? -eq 143

# ---- rows are written while they are computed: a reader that stops ends the motion

"$program" run swing.nh --to 1e5 --step 0.001 -o - 2>err | head -n 3 >out
expect stream test "$(wc -l <out)" -eq 3
expect stream-silent sh -c '! grep -q "cannot write" err'
finish
