#!/bin/sh
# The tables of docs/papers.md are true: papers.sh SOURCE PROGRAM [STEP]. Every STEP-th row is looked at. In a row "| (n) | what it says | `nonholo ...` | verdict |" the command is run from the
# root of the source. Behind a # in it stands a claim of its file, or a condition of --transposition: the verdict is that of all that is called so. The first
# word of the verdict is
#   proved      all of it
#   certified   all of it is certified, or proved
#   refuted     one of it, at least
#   printed     the command succeeds
#   definition, step   without a command, for which there is a -
# "refuted; X: proved" says it of claim X of the same file, too.
set -u
source=$1
program=$2 # used by eval
step=${3:-1}
export program
cd "$source" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
failed=0
complain() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

# run WORDS: what it prints is in $out, its status in $out.status; once for each
run() {
    out=$work/$(printf '%s' "$1" | cksum | tr ' ' -)
    [ ! -e "$out" ] || return
    case $1 in
    'holds '*) more='--json --quiet --quick --samples 6' ;;
    *) more='--quiet' ;;
    esac
    eval "\"\$program\" $1 $more" >"$out" 2>"$out.messages" </dev/null
    echo $? >"$out.status"
}

# verdict_of LABEL: over all that are called so, or over all of it for no label
verdict_of() {
    awk -v label="$1" '/^ *\{"name": "/ {
        name = $0; sub(/^ *\{"name": "/, "", name); sub(/".*/, "", name)
        verdict = $0; sub(/.*"verdict": "/, "", verdict); sub(/".*/, "", verdict)
        short = name; sub(/[".[].*/, "", short)
        if (label != "" && name != label && short != label) next
        of[verdict]++
    }
    END {
        if (of["refuted"]) print "refuted"
        else if (of["undecided"] || of["no value"]) print "undecided"
        else if (of["certified"]) print "certified"
        else if (of["proved"]) print "proved"
        else print "nothing"
    }' "$out"
}

# expect_verdict ROW LABEL VERDICT
expect_verdict() {
    found=$(verdict_of "$2")
    case "$3 $found" in
    'proved proved' | 'certified certified' | 'certified proved' | 'refuted refuted') ;;
    *) complain "$1: $2 is $found, not $3: $(head -c 300 "$out.messages")" ;;
    esac
}

# check_row NUMBER COMMAND VERDICT
check_row() {
    count=$((count + 1))
    [ $((count % step)) -eq 0 ] || return
    case "${3%%[ ;:,]*}" in
    definition | step)
        [ "$2" = - ] || complain "$1: a command, and nothing is judged"
        return
        ;;
    printed | proved | certified | refuted) ;;
    *)
        complain "$1: there is no verdict '$3'"
        return
        ;;
    esac
    [ "${2#nonholo }" != "$2" ] || { complain "$1: no command"; return; }
    words=${2#nonholo }
    label=
    case $words in
    *' # '*)
        label=${words##* # }
        words=${words% # *}
        ;;
    esac
    run "$words"
    if [ "${3%%[ ;:,]*}" = printed ]; then
        [ "$(cat "$out.status")" -eq 0 ] || complain "$1: exit status $(cat "$out.status"): $(head -c 300 "$out.messages")"
        return
    fi
    expect_verdict "$1" "$label" "${3%%[ ;:,]*}"
    case $3 in
    *'; '*': '*)
        rest=${3#*; }
        expect_verdict "$1" "${rest%%: *}" "${rest#*: }"
        ;;
    esac
}

# number, command, verdict, with tabs between
awk -F' \\| ' '/^\| \(/ {
    number = $1; sub(/^\| /, "", number)
    command = $3; gsub(/^ *`|` *$/, "", command)
    verdict = $4; sub(/ *\|$/, "", verdict); gsub(/`/, "", verdict)
    if (NF != 4) command = "wrong row"
    print number "\t" command "\t" verdict
}' docs/papers.md >"$work/rows"
while IFS= read -r row; do
    number=$(printf '%s' "$row" | cut -f1)
    command=$(printf '%s' "$row" | cut -f2)
    verdict=$(printf '%s' "$row" | cut -f3)
    check_row "$number" "$command" "$verdict"
done <"$work/rows"
[ "$count" -gt 50 ] || complain "only $count rows"
echo "$((count)) rows, $failed failed"
[ "$failed" -eq 0 ]
