# Compares what a page shows of a command with what it prints: awk -f shown.awk OUTPUT PAGE, where PAGE begins at the command's line. Up to a line that is not
# indented, or another command, follow lines of the output in their order, where `...` stands for any number of them.
function fails(wanted) {
    printf "  not printed there: %s\n", wanted
    has_failed = 1
    exit
}
FNR == 1 { file++ }
file == 1 {
    printed[++count] = $0
    next
}
FNR == 1 {
    at = 1
    next
}
/^    \$ / || /^[^ ]/ { exit }
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
