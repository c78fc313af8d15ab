# The steps of a page in their order, for docs.sh: awk -f steps.awk PAGE prints lines
#
#     file FIRST LAST NAME    the block after a comment <!-- file: NAME -->
#     run LINE                a command `nonholo ...` in an indented block
#     shown NUMBER LINE       a command `$ nonholo ...` in an indented block, at that line of the page
/^<!-- file: / {
    name = $3
    next
}
/^```/ && !is_inside {
    is_inside = 1
    first = NR + 1
    next
}
/^```/ {
    is_inside = 0
    if (name) print "file", first, NR - 1, name
    name = ""
    next
}
is_inside { next }
/^    nonholo / {
    sub(/^    nonholo /, "")
    sub(/ +#.*/, "")
    print "run", $0
}
/^    \$ nonholo / {
    sub(/^    \$ nonholo /, "")
    print "shown", NR, $0
}
