#!/bin/sh
# The program examples/check.c: check.sh SOURCE PROGRAM. What it prints of a few models, and how it fails.
set -u
source=$1
program=$2
failed=0
# wants FILE LINE...: the program ends well and prints each line.
wants() {
    model=$1
    shift
    text=$("$program" "$model") || { echo "FAILED: $model"; failed=1; }
    for line in "$@"; do
        echo "$text" | grep -qxF -- "$line" || { echo "FAILED $model: no line '$line' in:"; echo "$text"; failed=1; }
    done
}

wants "$source/examples/disc.nh" 'Rolling disc: 3 degrees of freedom (proved)' 'energy conserved: yes (proved)'
wants "$source/models/simple/leibniz.nh" 'Leibniz particle: 2 degrees of freedom (proved)' 'energy conserved: no (certified)' \
    "z' = sigma.z*sqrt(c^2 - x'^2 - y'^2)"
wants "$source/models/simple/parallel-velocities.nh" 'parallel[2].z is redundant'
"$program" 2>/dev/null && { echo 'FAILED: no model is no error'; failed=1; }
"$program" /nowhere.nh 2>/dev/null && { echo 'FAILED: no file is no error'; failed=1; }
[ "$failed" -eq 0 ] && echo 'the example says what it should'
exit "$failed"
