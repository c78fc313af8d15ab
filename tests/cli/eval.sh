#!/bin/sh
# The command `eval`: eval.sh PROGRAM.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

cat >"$folder/swing.nh" <<'END'
system "Swing"
param k = 4
coord x
kinetic x'^2/2
potential k*x^2/2
END
cat >"$folder/driven.nh" <<'END'
coord x
kinetic x'^2/2
force x: sqrt(1 - t)
END
printf 'coord x, y\nkinetic x'\''^2/2\n' >"$folder/massless.nh"
printf "coord thta\nkinetic theta'^2\n" >"$folder/wrong.nh"
swing=$folder/swing.nh
driven=$folder/driven.nh
states=$folder/states.csv
result=$folder/result.csv
printf "t,x,x'\n0,0.5,2\n1,-1,0.25\n" >"$states"

# results
cat >"$folder/nearly.nh" <<'EOT'
coord x, y, z
kinetic (x'^2 + y'^2 + z'^2)/2
force x: 1
force y: 2
constraint a: x' + z' = 0
constraint b: x' + z' + y'/10^12 = 0
EOT
printf "t,x,y,z,x',y',z'\n0,0,0,0,1,0,-1\n" >"$folder/nearly.csv"
# two constraints that doubles cannot tell from one: balls can
check nearly-redundant 0 '^0,0\.50000000000000000000,0,-0\.50000000000000000000,1999999999999\.5000000,' 'could not be distinguished from 0' \
    eval "$folder/nearly.nh" --states "$folder/nearly.csv" --digits 20
check names 0 "^t,x'',E,dE/dt,residual\$" '' eval "$swing" --states "$states"
check first 0 '^0,-2,2\.5,0,0$' '' eval "$swing" --states "$states"
check second 0 '^1,4,2\.03125,0,0$' '' eval "$swing" --states "$states"
check digits 0 '^1,4\.0000,2\.0313,0,0$' '' eval "$swing" --states "$states" --digits 5
input=$folder/input
printf "t,x,x'\n0.5,0,0\n" >"$input"
check digits-many 0 '^0\.5,0\.70710678118654752440084436210484903928483593768847,' '' \
    eval "$driven" --states - --digits 50
check standard-input 0 '^0\.5,0\.70710678118654752440,0,0,0$' '' eval "$driven" --states - --digits 20
input=/dev/null
check set 0 '^0,-0\.5,' '' eval "$swing" --states "$states" --set k=1
check form 0 '^0,-2,2\.5,0,0$' '' eval "$swing" --states "$states" --form udwadia
check json-output 0 '^    \[0, -2, 2.5, 0, 0\],$' '' eval "$swing" --states "$states" --json
expect json-output-alone sh -c '! grep -q "^t,x" "$1"' sh "$folder/out"
check json-dash 0 '^  "rows": \[$' '' eval "$swing" --states "$states" --json -o -
check json-file 0 '^  "rows": null,$' '' eval "$swing" --states "$states" --json -o "$result"

# coefficients; at this state y' would be the better independent velocity
printf "x,y,phi,x',y',phi'\n0,0,1.4,0.17,0.98564973,1\n" >"$folder/edge.csv"
check coefficients 0 "residual,\"chetaev.M\[x,x\]\",chetaev.F\[x\]\$" '' eval "$swing" --states "$states" --coefficients
check coefficients-row 0 '^0,-2,2\.5,0,0,1,-2$' '' eval "$swing" --states "$states" --coefficients
check coefficients-digits 0 '^0,-2\.0000,2\.5000,0,0,1\.0000,-2\.0000$' '' eval "$swing" --states "$states" --coefficients --digits 5
check coefficients-form 0 'residual,appell\.S$' '' eval "$swing" --states "$states" --coefficients --form appell
check coefficients-choice 0 "voronec.B.edge,phi" "note: the coefficients are those with independent x', phi'" eval knife-edge --states "$folder/edge.csv" --coefficients --form voronec
check coefficients-none 7 '' "the formulation 'chaplygin' does not apply" eval "$swing" --states "$states" --coefficients --form chaplygin

# a quasi-velocity that says almost nothing at a state is left for the velocity
printf "coord x\nkinetic x'^2/2\nforce x: -1\nquasi u = x*x'\n" >"$folder/faint.nh"
printf "t,x,x'\n0,1e-17,1\n0,0,1\n0,1e-12,1\n" >"$folder/faint.csv"
"$program" eval "$folder/faint.nh" --form hamel --states "$folder/faint.csv" >"$folder/out"
expect faint test "$(cut -d, -f2 "$folder/out" | tail -n 3 | tr '\n' ' ')" = '-1 -1 -1 '

# a motion that is fed back
"$program" run leibniz --to 1 --step 0.5 -q -o "$folder/motion.csv" >"$folder/out"
check fed-back 0 "^t,x'',y'',z'',lambda\\.speed,E,dE/dt,residual\$" '' eval leibniz --states "$folder/motion.csv"
check fed-back-row 0 '^0,3\.4683587617200156071861415961,' '' \
    eval leibniz --states "$folder/motion.csv" --digits 29

# the summary
check summary 0 '^states: 2, formulation chetaev, in doubles$' '' eval "$swing" --states "$states" -o "$result"
check summary-digits 0 '^certified: at least 40 digits$' '' \
    eval leibniz --states "$folder/motion.csv" --digits 40 -o "$result"
check summary-residual 0 '^constraints: largest residual [0-9.]+e-1[78]' '' \
    eval leibniz --states "$folder/motion.csv" --digits 5 -o "$result"
check summary-file 0 "^written: $result, 2 rows of 5 columns\$" '' eval "$swing" --states "$states" -o "$result"
check json 0 '"digits_least": 12,' '' eval leibniz --states "$folder/motion.csv" --digits 12 -o "$result" --json
check json-doubles 0 '"digits": null,' '' eval "$swing" --states "$states" -o "$result" --json

# states without a solution
printf "t,x,x'\n0,1,2\n2,1,2\n1,0,0\n" >"$folder/late.csv"
check late 3 '^2,,2,,0$' 'late.csv:3:1: warning: state 2: a force, as it is written, has no value where 1 - t < 0' \
    eval "$driven" --states "$folder/late.csv"
check late-others 3 '^1,0,0,0,0$' 'state 2' eval "$driven" --states "$folder/late.csv"
check late-digits 3 '^2,,2\.00000,,0$' 'state 2: a force, as it is written, has no value' \
    eval "$driven" --states "$folder/late.csv" --digits 6
check late-quiet 3 '^2,,2,,0$' '' eval "$driven" --states "$folder/late.csv" -q
check late-summary 3 '^without a value: 1 state; a force, as it is written, has no value where 1 - t < 0$' 'state 2' \
    eval "$driven" --states "$folder/late.csv" -o "$result"
printf "t,x,y,x',y'\n0,0,0,0,0\n" >"$folder/rest.csv"
check massless 0 '^0,0,,0,0,0$' "do not determine y'': they have no value" \
    eval "$folder/massless.nh" --states "$folder/rest.csv"
check hypothesis 7 '^0,,,0,,0$' "'udwadia' does not apply there" \
    eval "$folder/massless.nh" --states "$folder/rest.csv" --form udwadia

# wrong files
check nowhere 4 '' 'nowhere.csv' eval "$swing" --states "$folder/nowhere.csv"
check not-written 4 '' 'nowhere/result.csv' eval "$swing" --states "$states" -o "$folder/nowhere/result.csv"
printf "x,x'\n1,2\n" >"$folder/untimed.csv"
check untimed 0 '^0,-4,4,0,0$' '' eval "$swing" --states "$folder/untimed.csv"
check untimed-driven 4 '' "untimed.csv:1:1: error: there is no column 't'" eval "$driven" --states "$folder/untimed.csv"
printf "t,x\n1,2\n" >"$folder/wrong.csv"
check missing 4 '' "wrong.csv:1:1: error: there is no column 'x''" eval "$swing" --states "$folder/wrong.csv"
printf "t,x,x'\n1,2,3\n1,two,3\n" >"$folder/wrong.csv"
rm -f "$result"
check no-number 4 '' "wrong.csv:3:3: error: 'two' is not a number" \
    eval "$swing" --states "$folder/wrong.csv" -o "$result"
expect 'nothing is written' test ! -e "$result"
check no-number-json 4 '"line": 3,' '' eval "$swing" --states "$folder/wrong.csv" --json

# wrong words
check no-states 2 '' "'eval' needs states: --states FILE" eval "$swing"
check two-inputs 2 '' 'cannot both be standard input' eval - --states -
check empty-name 2 '' "--states needs the name of a file, not ''" eval "$swing" --states ''
for digits in 0 1001 -3 ten 5.5 '' 99999999999999999999; do
    check "digits $digits" 2 '' "--digits needs a whole number from 1 to 1000, not '$digits'" \
        eval "$swing" --states "$states" --digits "$digits"
done
check form-unknown 2 '' "did you mean 'chetaev'" eval "$swing" --states "$states" --form chetaef
check wrong-model 1 '' "unknown name 'theta'" eval "$folder/wrong.nh" --states "$states"
check form-setting 2 '' "has no setting 'heavy'; available: algebraic, " \
    eval "$swing" --states "$states" --form vakonomic-modified --omega heavy

# every formulation gives the accelerations of the multiplier form, or says which hypothesis fails
"$program" run rolling-disc --to 1 --step 0.25 -q -o "$folder/disc.csv" >"$folder/out" 2>&1
"$program" eval rolling-disc --states "$folder/disc.csv" -q -o "$folder/chetaev.csv" >"$folder/out" 2>&1
for form in maggi voronec acceleration appell reduced chaplygin hamel; do
    check "form $form" 0 "^states: 5, formulation $form, in doubles$" '' \
        eval rolling-disc --states "$folder/disc.csv" --form $form -o "$folder/$form.csv"
    awk -F, 'NR == FNR { for (i = 1; i <= NF; i++) value[FNR, i] = $i; next }
        FNR > 1 { for (i = 2; i <= 8; i++) { d = $i - value[FNR, i]; if (d * d > 1e-18 * (1 + $i * $i)) wrong++ } rows++ }
        END { exit !(rows == 5 && wrong == 0) }' "$folder/chetaev.csv" "$folder/$form.csv" ||
        { echo "FAILED form $form: other accelerations than chetaev" && failed=$((failed + 1)); }
done
check form-digits 0 '^certified: at least 30 digits$' 'could not be distinguished from 0' \
    eval rolling-disc --states "$folder/disc.csv" --form voronec --digits 30 -o "$folder/voronec.csv"
"$program" run leibniz --to 1 --step 0.5 -q -o "$folder/leibniz.csv" >"$folder/out" 2>&1
check form-hypothesis 7 '^without a value: 3 states' "'speed' is not linear in the velocities" \
    eval leibniz --states "$folder/leibniz.csv" --form chaplygin -o "$folder/none.csv"
check help 0 '^  --digits D ' '' eval --help

# the vakonomic equations: multipliers mu in the states, a motion that is fed back
"$program" run incline-skate --form vakonomic --init "mu.skate=0.5" --to 1 --step 0.25 -q -o "$folder/skate.csv" >"$folder/out" 2>&1
check vakonomic 0 "^t,x'',y'',theta'',mu'.skate,E,dE/dt,residual\$" '' \
    eval incline-skate --form vakonomic --states "$folder/skate.csv"
check vakonomic-values 0 '^0,4,0,0,0,1,0,0$' '' eval incline-skate --form vakonomic --states "$folder/skate.csv"
check vakonomic-digits 0 '^0,4.0000000000000000000,0,0,0,' '' \
    eval incline-skate --form vakonomic --states "$folder/skate.csv" --digits 20
check modified 0 '^0,5,0,0,0,1,0,0$' '' \
    eval incline-skate --form vakonomic-modified --omega least60 --states "$folder/skate.csv"
check modified-digits 0 '^0,5.0000000000000000000,0,0,0,' '' \
    eval incline-skate --form vakonomic-modified --variant imposed --omega mass --states "$folder/skate.csv" --digits 20
check modified-names 0 ',"vakonomic-modified.omega\[x,theta\]"' '' \
    eval incline-skate --form vakonomic-modified --states "$folder/skate.csv" --coefficients
printf "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint a: y' = x*x'\ntransposition omega[x,y] = t\n" >"$folder/turning.nh"
printf "x,y,x',y',mu.a\n1,0,1,1,0\n" >"$folder/turning.csv"
check modified-time 4 '' "there is no column 't'" \
    eval "$folder/turning.nh" --form vakonomic-modified --states "$folder/turning.csv"
check vakonomic-start 0 '^0,5,0,0,0,1,0,0$' '' eval incline-skate --states "$folder/skate.csv"
check vakonomic-names 0 ',"vakonomic.M\[x,x\]",.*,vakonomic.F\[theta\]' '' \
    eval incline-skate --form vakonomic --states "$folder/skate.csv" --coefficients
sed 's/mu.skate,/nu.skate,/' "$folder/skate.csv" >"$folder/other.csv"
printf "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint speed: x'^2 + y'^2 = 1\n" >"$folder/circle.nh"
printf "t,x,y,x',y',mu.speed\n0,0,0,1,0,-0.5\n0,0,0,1,0,-2\n" >"$folder/circle.csv"
check vakonomic-singular 3 '^0,0,0,0,0.5,0,0$' 'which contains these multipliers mu, is singular' \
    eval "$folder/circle.nh" --form vakonomic --states "$folder/circle.csv"
check vakonomic-missing 4 '' "there is no column 'mu.skate'" \
    eval incline-skate --form vakonomic --states "$folder/other.csv"

# a number is never -0
printf "t,x,x'\n0,0,0\n-0,-0,-0\n" >"$folder/zero.csv"
check zero 0 '^0,0,0,0,0$' '' eval "$swing" --states "$folder/zero.csv"
expect zero-unsigned test "$(grep -c -- -0 "$folder/out")" -eq 0

# what is read is not written over
ln -s "$states" "$folder/link.csv"
ln "$states" "$folder/hard.csv"
for name in "$states" "$folder/link.csv" "$folder/hard.csv" "$folder/./states.csv"; do
    check "over the states: $name" 2 '' 'would overwrite the file that --states reads' \
        eval "$swing" --states "$states" -o "$name"
done
check over-model 2 '' 'would overwrite the file that MODEL reads' eval "$swing" --states "$states" -o "$swing"
check over-json 2 '"message": "-o .* would overwrite' '' eval "$swing" --states "$states" -o "$states" --json
expect over-kept grep -qx '0,0.5,2' "$states"
check two-states 2 '' "--states is given twice, as '.*' and as 'b'" eval "$swing" --states "$states" --states b
check same-device 0 '^written: /dev/null' '' eval "$swing" --states "$states" -o /dev/null

# Masses that are far apart: the force of a heavy coordinate on a light one is not lost in rounding.
cat >"$folder/heavy.nh" <<'END'
param light = 1e-15, heavy = 1e15
coord x, y, z
kinetic (light*x'^2 + heavy*y'^2 + z'^2)/2
potential light*x^2 + heavy*y + z
constraint c: x' = y*z'
constraint d: 1e10*y' = 1e-10*x'*z
END
printf "x,y,z,x',y',z'\n1,0.5,0.3,0.5,1.5e-21,1\n" >"$folder/heavy.csv"
for form in chetaev udwadia maggi hamel; do
    check "masses far apart: $form" 0 '^0,-0.500000750000' '' eval "$folder/heavy.nh" -q --form $form --states "$folder/heavy.csv"
done

# An interrupt ends the evaluation; what was computed is written, also with digits. The interrupt comes when there is
# something in the file that is being written, and so the states were read.
awk 'BEGIN { print "t,x,x\047"; for (i = 0; i < 400000; i++) print i / 7 ",0.1,0.3" }' >"$folder/many.csv"
mkdir "$folder/part"
"$program" eval "$driven" --states "$folder/many.csv" --digits 500 -o "$folder/part/part.csv" \
    >"$folder/out" 2>"$folder/err" &
runner=$!
while kill -0 "$runner" && [ -z "$(find "$folder/part" -type f -size +0)" ]; do sleep 0.1; done
kill -INT "$runner"
wait "$runner"
expect interrupt test $? -eq 130
rows=$(($(wc -l <"$folder/part/part.csv") - 1))
expect interrupt-rows test "$rows" -gt 0 -a "$rows" -lt 400000
expect interrupt-said grep -q 'error: interrupted$' "$folder/err"
expect interrupt-states grep -q "^states: $rows of 400000, " "$folder/out"
expect interrupt-written grep -q "^written: .*part\.csv, $rows rows" "$folder/out"

finish
