#!/bin/sh
# The page of errata keeps its word: errata.sh SOURCE PROGRAM [STEP]. Every command in its fenced blocks (every STEP-th only) is run from the root of the
# source, and does what the remark behind it says: `# refuted`, `# holds`, or `# LABEL` for a file of claims in which misprint_LABEL is refuted and LABEL holds.
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

# the commands, one on a line; a backslash at the end joins the next line
awk '/^ *```/ { inside = !inside; next }
     inside && /^ *nonholo / { sub(/^ */, ""); line = "" }
     inside { text = $0; sub(/^ */, "", text); joins = sub(/\\$/, "", text); line = line text; if (!joins) { print line; line = "" } }' docs/errata.md >"$work/commands"

# labels_hold LABEL: what --json printed has misprint_LABEL refuted, LABEL proved or certified, and has both
labels_hold() {
    awk -v label="$1" '/^ *\{"name": "/ {
        name = $0; sub(/^ *\{"name": "/, "", name); sub(/[".[].*/, "", name)
        verdict = $0; sub(/.*"verdict": "/, "", verdict); sub(/".*/, "", verdict)
        if (name == "misprint_" label) { misprints++; if (verdict != "refuted") bad = 1 }
        if (name == label) { truths++; if (verdict != "proved" && verdict != "certified") bad = 1 }
    }
    END { exit bad || !misprints || !truths }' "$out"
}

while read -r line; do
    count=$((count + 1))
    [ $((count % step)) -eq 0 ] || continue
    remark=${line##* # }
    remark=${remark# }
    words=${line#nonholo }
    words=$(printf '%s' "${words% # *}" | sed 's/ *$//')
    out=$work/$(printf '%s' "$words" | cksum | tr ' ' -) # a file of claims stands behind several entries
    if [ ! -e "$out" ]; then
        eval "\"\$program\" $words --json --quiet --quick" >"$out" 2>"$out.messages" </dev/null
        echo $? >"$out.status"
    fi
    status=$(cat "$out.status")
    case "$remark $status" in
    'refuted 5') ;;
    'holds 0') ;;
    [a-zA-Z]*' 5') [ "$remark" != holds ] && labels_hold "$remark" || status=wrong ;;
    *) status=wrong ;;
    esac
    if [ "$status" = wrong ]; then
        echo "FAILED $line"
        sed -n '1,6s/^/  /p' "$out.messages"
        sed -n 's/.*\("verdict": "[a-z]*"\).*\("residual": [^,]*\).*/  \1 \2/p; /"message"/p' "$out" | sed -n 1,6p
        failed=$((failed + 1))
    fi
done <"$work/commands"
echo "$count commands, $failed failed"
[ "$count" -gt 150 ] && [ "$failed" -eq 0 ]
