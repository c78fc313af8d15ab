#!/bin/sh
# What the papers print, judged: seeds.sh PROGRAM [PREFIX [STEP]]. Every file PREFIX*.nh beside this script is given to `holds` as its second
# line says, and every line of PREFIX*_motions.txt; of each kind every STEP-th only. A claim misprint_X has to be refuted, with a claim X beside it;
# every other claim has to be proved or certified. With PREFIX selftest the script judges wrong files, all of which it has to refuse.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") # used by eval
prefix=${2:-}
step=${3:-1}
export program
cd "$(dirname "$0")" || exit 1
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/verdicts"
files=0
failed=0
complain() {
    echo "FAILED $1"
    sed -n '1,20s/^/  /p' "$2"
    failed=$((failed + 1))
}

# run_holds WORDS: the words stand in a file as they would at a prompt, with quotes, and begin with nonholo
run_holds() {
    eval "\"\$program\" ${1#nonholo } --json --quiet --quick" >"$work/out" 2>"$work/messages" </dev/null
}

# judge_file FILE: one line for every claim goes to verdicts; what is not as its label says goes to wrong.
judge_file() {
    files=$((files + 1))
    words=$(sed -n '2s/^# *//p' "$1")
    case $words in
    'nonholo holds '*) ;;
    *)
        echo "the second line is no command" >"$work/wrong"
        complain "$1" "$work/wrong"
        return
        ;;
    esac
    run_holds "$words --file '$1' --samples 6"
    status=$?
    awk -v file="$1" -v wrong="$work/wrong" -v verdicts="$work/verdicts" -f "$here/judge.awk" "$work/out" || {
        cat "$work/messages" >>"$work/wrong"
        grep -q '{"name"' "$work/out" || cat "$work/out" >>"$work/wrong"
        complain "$1, exit status $status" "$work/wrong"
    }
}

# judge_motion FILE LINE: its first word says whether the functions are motions, the others are the command.
judge_motion() {
    files=$((files + 1))
    run_holds "${2#* }"
    status=$?
    case "${2%% *} $status" in
    'true 0') ;;
    'false 5') ;;
    *)
        cat "$work/messages" "$work/out" >"$work/wrong"
        complain "$1: $2: exit status $status" "$work/wrong"
        return
        ;;
    esac
    sed -n 's/^  "verdict": "\([a-z]*\)".*/motion \1/p' "$work/out" >>"$work/verdicts"
}

judge_all() {
    count=0
    for file in "$prefix"*.nh; do
        [ $((count % step)) -ne 0 ] || judge_file "$file"
        count=$((count + 1))
    done
    count=0
    for file in "$prefix"*_motions.txt; do
        [ -e "$file" ] || continue
        grep -v '^#' "$file" | grep . >"$work/lines"
        while read -r line; do
            [ $((count % step)) -ne 0 ] || judge_motion "$file" "$line"
            count=$((count + 1))
        done <"$work/lines"
    done
}

# refuses NAME COMMAND...: the command complains, once.
refuses() {
    failed=0
    "$2" "$3" ${4:+"$4"} >"$work/said"
    if [ "$failed" -eq 1 ] && grep -q '^FAILED' "$work/said"; then
        echo "refused: $1"
    else
        echo "NOT REFUSED: $1"
        missed=$((missed + 1))
    fi
}

# a_file NAME LINE...: a file for a particle of constant speed
a_file() {
    name=$1
    shift
    {
        echo "# $name"
        echo '# nonholo holds leibniz'
        printf '%s\n' "$@"
    } >"$work/$name.nh"
    echo "$work/$name.nh"
}

selftest() {
    missed=0
    judge_file "$(a_file right "claim a: |P'| = c" "claim misprint_b: |P'| = 2*c" "claim b: |P'|' = 0")"
    [ "$failed" -eq 0 ] || missed=1
    refuses 'a claim that is false' judge_file "$(a_file false "claim a: |P'| = 2*c")"
    refuses 'one false claim among true ones' judge_file "$(a_file among "claim a: |P'| = c" "claim b: z'' = 0" "claim d: |P'| = c")"
    refuses 'a misprint that is true' judge_file "$(a_file true "claim misprint_a: |P'| = c" "claim a: |P'| = c")"
    refuses 'a misprint without its correction' judge_file "$(a_file alone "claim misprint_a: |P'| = 2*c" "claim b: |P'| = c")"
    refuses 'a claim that cannot be decided' judge_file "$(a_file undecided 'claim a: log(-1 - x^2) = 0')"
    refuses 'a file without a claim' judge_file "$(a_file empty 'let u = 1')"
    refuses 'a file that cannot be read' judge_file "$(a_file unreadable 'claim a: x = thta')"
    refuses 'a verdict that is none' judge_verdict 'perhaps'
    echo '# no command' >"$work/bare.nh"
    refuses 'a file without its command' judge_file "$work/bare.nh"
    motion='nonholo holds leibniz --set g=0 --motion "x = c*t, y = 0, z = 0"'
    refuses 'a motion that is said to be none' judge_motion lines "false $motion"
    refuses 'no motion that is said to be one' judge_motion lines "true nonholo holds leibniz --motion \"x = t^2, y = 0, z = 0\""
    refuses 'a motion of no model' judge_motion lines 'true nonholo holds leibnitz --motion "x = 0"'
    refuses 'a line that is neither true nor false' judge_motion lines "maybe $motion"
    failed=0
    judge_motion lines "true $motion"
    missed=$((missed + failed))
    [ "$missed" -eq 0 ] && [ "$(wc -l <"$work/verdicts")" -gt 4 ]
}

# judge_verdict WORD: what judge.awk makes of a verdict that the program does not have
judge_verdict() {
    printf '    {"name": "a", "equation": "x = 0", "verdict": "%s", "holds": true}\n' "$1" >"$work/out"
    awk -v file=words -v wrong="$work/wrong" -v verdicts="$work/verdicts" -f "$here/judge.awk" "$work/out" || complain words "$work/wrong"
}

if [ "$prefix" = selftest ]; then
    selftest
    exit
fi
judge_all
verdict_count() { grep -c " $1\$" "$work/verdicts"; }

# The table on the page of errata has these figures: the row of the paper whose tag is PREFIX.
compare_table() {
    row=$(awk -F ' *[|] *' -v tag="[$prefix]" 'tolower($2) == tag { print $3 " | " $4 " | " $5 }' ../../docs/errata.md)
    [ -n "$row" ] && [ "$step" -eq 1 ] || return 0
    hold=$(($(verdict_count proved) + $(verdict_count certified)))
    echo "docs/errata.md has: $row" >"$work/wrong"
    [ "$row" = "$files | $hold | $(verdict_count refuted)" ] || complain "figures: $files | $hold | $(verdict_count refuted)" "$work/wrong"
}
compare_table
echo "$files files and motions: $(verdict_count proved) proved, $(verdict_count certified) certified, $(verdict_count refuted) refuted as misprints; $failed failed"
[ "$files" -gt 0 ] && [ "$failed" -eq 0 ]
