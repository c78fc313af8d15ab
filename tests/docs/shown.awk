# Compares what pages show of a command with what it prints: awk -v command=LINE -f shown.awk OUTPUT PAGE. LINE is the line of the page with the command; behind it, up to
# a line that is not indented or to another command, stand lines of the output in their order, one behind the other, where `...` leaves out any number of them.
function fails(wanted) {
    printf "  not printed there: %s\n", wanted
    has_failed = 1
    is_inside = 0
}
FNR == 1 { file++ }
file == 1 {
    printed[++count] = $0
    next
}
$0 == command {
    is_inside = 1
    at = 1
    may_skip = 0
    blanks = 0
    next
}
!is_inside { next }
/^    \$ / || /^[^ ]/ {
    is_inside = 0
    next
}
$0 == "" {
    blanks++
    next
}
{
    wanted = substr($0, 5)
    if (wanted == "...") {
        may_skip = 1
        blanks = 0
        next
    }
    # Blank lines count when another line of the block follows.
    for (; blanks > 0 && !may_skip; blanks--) if (printed[at++] != "") fails("an empty line")
    blanks = 0
    while (may_skip && at <= count && printed[at] != wanted) at++
    if (printed[at] != wanted || at > count) fails(wanted)
    at++
    may_skip = 0
}
END { exit has_failed }
