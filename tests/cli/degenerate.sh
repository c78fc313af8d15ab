#!/bin/sh
# Systems at the edge: rows that fix everything, contradict each other, lose their gradients, have no values. Nothing may crash, and nothing may be said that is not so.
# usage: degenerate.sh PROGRAM
program=$1
. "$(dirname "$0")/check.sh"

# model NAME LINE...: the file NAME.nh.
model() {
    name=$1
    shift
    printf '%s\n' "$@" >"$folder/$name.nh"
}

# ---- more rows than coordinates, coefficients without a value ----

model fixed "coord x" "kinetic x'^2" "constraint c: x = 1" "condition d: x'^2 = 0"
check "a condition beside rows that fix everything" 0 "^  d  homogeneous, degree 2, perhaps integrable" "" check "$folder/fixed.nh"
model quotient "coord x" "kinetic x'^2" "constraint a: x' = 0" "constraint b: x/x' = 0"
check "a coefficient without a value" 0 "constraints: 2 rows" "" check "$folder/quotient.nh"
check "the same as JSON" 0 '"constraints"' "" check --json "$folder/quotient.nh"
model twice "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint a: sqrt(x*x) = 0" "constraint b: x = 0" "constraint c: y' = 2"
check "forms of rows that depend on each other" 0 "constraints: 3 rows" "" check "$folder/twice.nh"

finish
