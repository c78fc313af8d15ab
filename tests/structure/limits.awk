# The judge of limits.sh. Reads the C files of the upper modules.
#
# A constant is a #define of a number or an enumeration with numbers, at the left edge of a file: there is a comment in it
# or right above it, or above the run of constants that it belongs to.

function complain(text) {
    print FILENAME ":" FNR ": " text
    failed = 1
}

FNR == 1 {
    before = ""
    is_run = is_told = in_enum = 0
}

{
    is_constant = $0 ~ /^#define [A-Z][A-Z_0-9]* \(?-?\.?[0-9]/ || ($0 ~ /^enum \{/ && $0 ~ /= *[-0-9(]/)
    if ($0 ~ /^enum \{$/) {
        in_enum = FNR
        is_told = before ~ /\*\/$/
    } else if (in_enum && $0 ~ /^}/) {
        if (!is_told && has_numbers) complain("constants without a word on what they are")
        in_enum = has_numbers = 0
    } else if (in_enum) {
        if ($0 ~ /= *[-0-9(]/) has_numbers = 1
        if ($0 ~ /\/\*/) is_told = 1
    } else if (is_constant) {
        is_told = $0 ~ /\/\*/ || before ~ /\*\/$/ || (is_run && is_told)
        if (!is_told) complain("a constant without a word on what it is")
    }
    is_run = is_constant
    before = $0
    if (FILENAME !~ /limits_private\.h$/ && match($0, /\.(work|memory) = *(\([a-z_0-9]*\))?[A-Z0-9][A-Z_0-9]*/)) {
        name = substr($0, RSTART, RLENGTH)
        sub(/^.*= *(\([a-z_0-9]*\))?/, "", name)
        if (name !~ /^NH_(WORK|MEMORY)_/) complain("the budget " name " is not in limits_private.h")
    }
}

END { exit failed }
