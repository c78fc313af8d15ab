# Reads what `nonholo holds --json` prints and compares each verdict with the label: awk -v file=F -v wrong=W -v verdicts=V -f judge.awk. Writes what is not as
# it should be to W, one line for each equation to V, and fails when there is anything in W or no equation at all. One equation stands on one line.
function field(name, text) {
    if (!match($0, "\"" name "\": \"")) return ""
    text = substr($0, RSTART + RLENGTH)
    match(text, /^([^"\\]|\\.)*/)
    return substr(text, 1, RLENGTH)
}
function complains(what) {
    printf "%s: %s: %s\n", label, what, field("equation") >wrong
    has_failed = 1
}
BEGIN { printf "" >wrong }
/^ *\{"name": "/ {
    label = field("name")
    verdict = field("verdict")
    stem = label
    sub(/[.[].*/, "", stem) # of a family or a vector
    seen[stem] = 1
    is_misprint = stem ~ /^misprint_/
    if (verdict !~ /^(proved|certified|refuted|undecided)$/) complains("'" verdict "' is no verdict")
    else if (is_misprint && verdict != "refuted") complains("a misprint, but " verdict)
    else if (!is_misprint && verdict != "proved" && verdict != "certified") complains(verdict)
    printf "%s %s %s\n", file, label, verdict >>verdicts
    count++
}
END {
    for (stem in seen)
        if (stem ~ /^misprint_/ && !(substr(stem, 10) in seen)) {
            label = stem
            complains("has no claim beside it that corrects it")
        }
    if (count == 0) {
        print "nothing was judged" >wrong
        has_failed = 1
    }
    exit has_failed
}
