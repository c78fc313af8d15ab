# What the tests of the program share; sourced with $program set to its path. Each check runs it and looks at output,
# messages and exit status.
# shellcheck shell=sh disable=SC2154 # the sourcing script sets program
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0
input=/dev/null

# check NAME STATUS PATTERN-IN-OUTPUT PATTERN-IN-MESSAGES ARGUMENT...; an empty pattern wants silence. Reads $input.
check() {
    name=$1 status=$2 output=$3 messages=$4
    shift 4
    "$program" "$@" >"$folder/out" 2>"$folder/err" <"$input"
    got=$?
    if [ "$got" -eq "$status" ] && fits "$output" "$folder/out" && fits "$messages" "$folder/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: exit status $got"
        sed 's/^/  out: /' "$folder/out"
        sed 's/^/  err: /' "$folder/err"
    fi
}

fits() {
    if [ -z "$1" ]; then
        [ ! -s "$2" ]
    else
        grep -Eq -- "$1" "$2"
    fi
}

# expect NAME COMMAND...: the command succeeds.
expect() {
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
    fi
}

# The last line of a test.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
