#!/bin/sh
# The command `run`: run.sh PROGRAM.
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
init x = 1
simulate t = 0 .. 3 step 0.5
watch twice = 2*x
invariant energy: x'^2/2 + k*x^2/2
event crossing: x
condition still: x' = 0
claim hooke: x'' = -k*x
draw trail [x, 0]
END
cat >"$folder/stop.nh" <<'END'
coord x
kinetic x'^2/2
init x' = 1
stop when x > 2
END
cat >"$folder/singular.nh" <<'END'
coord x
kinetic x'^2/2
force x: sqrt(1 - t)
init x = 0
simulate t = 0 .. 2 step 0.25
END
cat >"$folder/assume.nh" <<'END'
coord x
kinetic x'^2/2
assume x > 0
init x = 1, x' = -0.5
END
cat >"$folder/chase.nh" <<'END'
coord x, y
kinetic (x'^2 + y'^2)/2
constraint chase: x'*(y - 3) - y'*(x - 4) = 0
init x = 0, y = 0, x' = 4, y' = 3
END
cat >"$folder/none.nh" <<'END'
coord x
kinetic x'^2/2
constraint never: x'^2 = -1
init x = 0
END
printf "coord x\nkinetic x'^2\n" >"$folder/nostart.nh"
printf "coord thta\nkinetic theta'^2\n" >"$folder/wrong.nh"
printf 'coord x\npoint P = [x, 0] mass 1\nevent r: alpha.x\ninit x = 1\n' >"$folder/unsupported.nh"
cat >"$folder/pendulum.nh" <<'END'
param m = 2, l = 1.5, g = 9.81
coord x, y
point P = [x, y] mass m
point tip = [x, 2*y]
gravity [0, -g]
constraint string: |P| = l
watch tension = -dot(reaction(P), P)/l
watch part = reaction(P, string).x
invariant zero: reaction(P).x*y - reaction(P).y*x
event slack: dot(reaction(P), P)
init x = 0, y = -1.5, x' = 3
simulate t = 0 .. 1 step 0.25
END
sed 's/^watch part.*/watch part = reaction(tip)/' "$folder/pendulum.nh" >"$folder/tip.nh"
swing=$folder/swing.nh
rows=$folder/rows.csv

# the summary
check title 0 '^system: Swing$' '' run "$swing"
check solved 0 '^  1 coordinate, no constraints, 1 degree of freedom$' '' run "$swing"
check solved-rows 0 '1 constraint equation \(0 geometric, 1 kinematic\)' '' run leibniz
check how 0 'rtol = 1e-10, atol = 1e-10$' '' run leibniz
check native 0 '^time: from 0 to 1.2: finished$' '' run leibniz --native never
check native-unknown 2 '' "--native needs auto, always or never, not 'often'" run leibniz --native often
check form 0 "^  Lagrange's equations with multipliers" '' run leibniz --form chetaev
check form-least 0 '^  the minimum-norm form of Udwadia and Kalaba$' '' run leibniz --form udwadia
check form-unknown 2 '' "there is no formulation 'udwada'; did you mean 'udwadia'" run leibniz --form udwada
check form-strange 2 '' "there is no formulation 'newton'" run leibniz --form newton
check form-vakonomic 0 '^  the vakonomic equations$' 'use mu.NAME' run incline-skate --form vakonomic --to 1
check vakonomic-columns 0 "^t,x,y,theta,x',y',theta',mu.skate,mu'.skate,E,speed,push\$" 'use mu.NAME' \
    run incline-skate --form vakonomic --to 1 -o -
check vakonomic-energy 0 '^  E_ext = 1 initially, changes by at most [0-9.]+e-1[0-9]$' 'use mu.NAME' \
    run constant-speed --form vakonomic --to 3
check vakonomic-reactions 0 '^time: from 0 to 5: finished$' "constraint forces are not computed with the formulation 'vakonomic'" \
    run incline-skate --form vakonomic --reactions
check modified 0 'Omega is the least one with D1 g = 0, 6 of its 9 entries are open$' 'use mu.NAME' \
    run incline-skate --form vakonomic-modified --omega least --to 1
check modified-apart 7 '' "there is no such transposition matrix there" run constant-speed --form vakonomic-modified --omega least60
cat >"$folder/massless.nh" <<'END'
coord x, y, th
kinetic (x'^2 + y'^2)/2
constraint c: x'*sin(th) = y'*cos(th)
init x' = 1, th' = 1
END
check modified-singular 3 'is singular there .*, nothing determines th' '' run "$folder/massless.nh" --form vakonomic-modified -q
check modified-given 7 '' "the model gives no transposition matrix" run leibniz --form vakonomic-modified --omega model
check modified-alone 2 '' "^nonholo: --omega needs the formulation 'vakonomic-modified'" run incline-skate --omega mass
check modified-behind 2 '' 'without settings after its name$' run incline-skate --form vakonomic-modified:imposed --omega mass
check modified-variant 2 '' "--variant is algebraic, variational or imposed, not 'mass'" \
    run incline-skate --form vakonomic-modified --variant mass
check modified-omega 2 '' "--omega is a transposition matrix .*, not 'imposed'" run incline-skate --form vakonomic-modified --omega imposed
check modified-twice 2 '' "has two transposition matrices" run incline-skate --form vakonomic-modified:mass:least
for form in maggi voronec acceleration appell reduced; do
    check "form $form" 0 ', integrated in independent velocities$' '' run leibniz --form $form
done
check form-hamel 0 ', integrated in quasi-velocities$' '' run sleigh --form hamel
check form-hamilton 0 ", integrated in momenta$" '' run top --form hamilton
check form-routh 0 'integrated in velocities and cyclic momenta$' '' run turntable-quasi --form routh
check form-ends 3 "the equations of 'chaplygin' end there: .*no other choice does; use chetaev .the default. to continue" '' run incline-skate --form chaplygin
check form-not 7 '' "the formulation 'chaplygin' does not apply: " run leibniz --form chaplygin
printf 'coord x, y\nkinetic x'\''^2/2\ninit x = 1, y = 0\n' >"$folder/massless.nh"
check form-hypothesis 7 '' 'not positive definite on the free directions' run "$folder/massless.nh" --form udwadia
check finished 0 '^time: from 0 to 3: finished$' '' run "$swing"
check steps 0 '^steps: [0-9]+ accepted, [0-9]+ rejected; [0-9]+ evaluations$' '' run "$swing"
check residual 0 '^constraints: largest residual [0-9.]+e-1[3-9]' '' run leibniz
check energy 0 '^energy: largest error of the balance [0-9.]+e-[01]' '' run "$swing"
check invariant 0 '^  energy = 2 initially, changes by at most ' '' run "$swing"
check claim 0 '^claims: 1 holds along this motion, within 0 of their terms$' '' run "$swing"
sed 's/^claim hooke: .*/claim hooke: x = 0/' "$swing" >"$folder/false.nh"
check false-claim 0 '^  hooke: the sides differ by 1, relative to their terms$' '' run "$folder/false.nh"
check event 0 '^  crossing at t = 0\.78539816[0-9]*, falling$' '' run "$swing"
check state 0 "^  x = 0\\.9601702[0-9]* +x' = 0\\.558830[0-9]*\$" '' run "$swing"
check many 0 '^  \.\.\. and 3 more$' '' run chain --to 0.1
check not-written 0 '^nothing written \(use -o FILE to save the motion: 7 rows of 5 columns\)$' '' run "$swing"
check not-used 0 '^not used by this command: 1 condition, 1 drawing$' '' run "$swing"
check random 0 '^initial state: random, seed 7$' '' run leibniz --init random --seed 7 --to 1

# options
check from-to 0 '^time: from 1 to -2: finished$' '' run "$swing" --from 1 --to -2
check tolerances 0 'rtol = 1e-06, atol = 1e-08$' '' run "$swing" --rtol 1e-6 --atol=1e-8
check set 0 '^  energy = 4\.5 initially' '' run "$swing" --set k=9
check init 0 '^  energy = 8 initially' '' run "$swing" --init x=2
check without 0 'no constraints' '' run leibniz --without speed --to 1
check step-rows 0 'written: .*, 31 rows of 5 columns$' '' run "$swing" --step 0.1 -o "$rows"
check at-rows 0 'written: .*, 3 rows of 5 columns$' '' run "$swing" --at 0,1.5 --at 3 -o "$rows"
expect at-times test "$(cut -d, -f1 "$rows" | tr '\n' ' ')" = 't 0 1.5 3 '
check number-wrong 2 '' "--to needs a number, not '3x'" run "$swing" --to 3x
check number-empty 2 '' "--from needs a number, not ''" run "$swing" --from ''
check number-infinite 2 '' "--to needs a number, not 'inf'" run "$swing" --to inf
check step-zero 2 '' '--step needs a number above 0' run "$swing" --step 0
check step-negative 2 '' '--step needs a number above 0' run "$swing" --step -1
check step-tiny 2 '' 'more than 10\^9 rows' run "$swing" --step 1e-300
check rtol-negative 2 '' '--rtol needs a number that is not negative' run "$swing" --rtol -1
check tolerances-zero 2 '' 'both 0' run "$swing" --rtol 0 --atol 0
check at-and-step 2 '' 'exclude each other' run "$swing" --at 1 --step 1
check at-hole 2 '' "--at needs a number, not ''" run "$swing" --at 1,,2
check at-outside 2 '' 'the time 4 of a row is not between 0 and 3' run "$swing" --at 1,4
check at-order 2 '' 'must be in the order of the motion, but 1 is given after 2' run "$swing" --at 2,1
check two-files 2 '' '--csv and -o are the same' run "$swing" --csv a -o b
check two-outputs 2 '' "-o is given twice, as 'a' and as 'b'" run "$swing" -o a -o b
check two-equal 0 'written' '' run "$swing" -o "$rows" -o "$rows"
check no-name 2 '' "-o needs the name of a file, not ''" run "$swing" -o ''
check no-method 2 '' "unknown option '--method'" run "$swing" --method dop853
check no-model 2 '' "'run' needs MODEL" run

# the file
rm -f "$rows"
check file 0 '^written: .*rows\.csv, 7 rows of 5 columns$' '' run "$swing" -o "$rows"
expect file-names test "$(head -n 1 "$rows")" = "t,x,x',E,twice"
expect file-start grep -qx '0,1,0,2,2' "$rows"
expect file-length test "$(wc -l <"$rows")" -eq 8
check file-csv 0 'written' '' run "$swing" --csv "$rows.2"
expect file-same cmp -s "$rows" "$rows.2"
check columns 0 'written: .*, 7 rows of 2 columns$' '' run "$swing" --columns "x',t" -o "$rows"
expect columns-there test "$(head -n 1 "$rows")" = "x',t"
check columns-brackets 0 'of 3 columns$' '' run chain --to 0.1 --columns 't,x[2],lambda.perp[1]' -o "$rows"
expect columns-brackets-there test "$(head -n 1 "$rows")" = 't,x[2],lambda.perp[1]'
echo old >"$rows"
check columns-near 2 '' "there is no column 'twise', did you mean 'twice'" run "$swing" --columns t,twise -o "$rows"
check columns-empty 2 '' "there is no column ''" run "$swing" --columns t, -o "$rows"
check columns-unused 2 '' 'needs an output file: add -o' run "$swing" --columns t
expect kept grep -qx old "$rows"
check standard-output 0 "^t,x,x',E,twice\$" '^system: Swing$' run "$swing" -o -
expect standard-output-alone test "$(wc -l <"$folder/out")" -eq 8
check standard-output-quiet 0 '^0,1,0,2,2$' '' run "$swing" -q -o -
check standard-output-json 0 '^0,1,0,2,2$' '"status": "finished"' run "$swing" --json --csv -
check columns-first 2 '' "there is no column 'y'" run "$folder/none.nh" --columns t,y -o "$rows"
check folder-first 4 '' 'cannot write' run "$folder/none.nh" -o "$folder/none/rows.csv"
check no-folder 4 '' 'cannot write' run "$swing" -o "$folder/none/rows.csv"
if [ -w /dev/full ]; then
    check full 4 '' 'the disk is full' run "$swing" -o /dev/full
    "$program" run "$swing" -o - >/dev/full 2>"$folder/err"
    expect full-output test $? -eq 4
    "$program" run "$swing" >/dev/full 2>"$folder/err"
    expect full-summary test $? -eq 4
fi

# constraint forces
is_near() { # LINE COLUMN VALUE
    awk -F, -v line="$1" -v column="$2" -v value="$3" \
        'NR == line && ($column - value)^2 < 1e-20 { found = 1 } END { exit !found }' "$rows"
}
are_equal() { # COLUMN COLUMN
    awk -F, -v a="$1" -v b="$2" 'NR > 1 && ($a - $b)^2 > 1e-20 { bad = 1 } END { exit bad || NR < 2 }' "$rows"
}
check reactions 0 'written: .*, 5 rows of 12 columns$' '' run "$folder/pendulum.nh" --reactions -o "$rows"
expect reactions-names test "$(head -n 1 "$rows")" = \
    "t,x,y,x',y',lambda.string,E,tension,part,reaction(P).x,reaction(P).y,reaction(P).z"
# at the lowest point the string holds m (v^2/l + g) = 2 (6 + 9.81)
expect reactions-start is_near 2 8 31.62
expect reactions-start-y is_near 2 11 31.62
expect reactions-start-z is_near 2 12 0
expect reactions-part are_equal 9 10
check reactions-not-asked 0 'of 9 columns$' '' run "$folder/pendulum.nh" -o "$rows"
check reactions-invariant 0 '^  zero = -?[0-9.e-]+ initially, changes by at most [0-9.]+e-1' '' run "$folder/pendulum.nh"
check reactions-columns 0 'of 2 columns$' '' run "$folder/pendulum.nh" --reactions --columns 't,reaction(P).y' -o "$rows"
check reactions-unasked 2 '' 'hint: add --reactions' run "$folder/pendulum.nh" --columns 't,reaction(P).y' -o "$rows"
check reactions-wrong 2 '' "did you mean 'reaction\(P\).y'" \
    run "$folder/pendulum.nh" --reactions --columns 't,reaction(p).y' -o "$rows"
check reactions-marker 0 'written' "the point 'tip' has no mass" run "$folder/tip.nh" -o "$rows"
expect reactions-marker-empty grep -q '^0,.*,31\.6[0-9]*,,,$' "$rows"
check reactions-no-value 2 '' '--reactions' run "$swing" --reactions=1

# how it ends
check stopped 0 '^time: from 0 to 10: stopped at t = 2: stopped by the condition of line 4' '' run "$folder/stop.nh"
check stopped-event 0 '^  stop at t = 2, becomes true$' '' run "$folder/stop.nh"
check assumption 0 "^time: .* stopped at t = 2: the motion violates the assumption 'x > 0'\$" '' run "$folder/assume.nh"
check assumption-start 1 '' "assume.nh:3:8: error: the initial state violates the assumption 'x > 0'" run "$folder/assume.nh" --init x=-1
check caught 3 "singular at t = 1: .*'chase' has no direction there" '' run "$folder/chase.nh" -o "$rows"
check caught-json 3 "the motion ends in a singular configuration: the constraint 'chase'" '' run "$folder/chase.nh" --json
check caught-least 3 "singular at t = 1: .*'chase' has no direction there" '' run "$folder/chase.nh" --form udwadia
check singular 3 'singular at t = (1|0\.99+): the motion ends in a singular' '' run "$folder/singular.nh" -o "$rows"
expect singular-rows test "$(cut -d, -f1 "$rows" | head -n 5 | tr '\n' ' ')" = 't 0 0.25 0.5 0.75 '
check singular-quiet 3 '^0\.75,' '^nonholo: singular at t = ' run "$folder/singular.nh" -q -o -
check singular-json 3 '"status": "singular"' '' run "$folder/singular.nh" --json
echo old >"$rows"
check no-start 1 '' 'no initial values' run "$folder/nostart.nh" -o "$rows"
check not-admissible 1 '' 'never' run "$folder/none.nh" -o "$rows"
check not-admissible-json 1 '"errors": \[' '' run "$folder/none.nh" --json -o "$rows"
check wrong 1 '' "unknown name 'theta'" run "$folder/wrong.nh" -o "$rows"
check wrong-json 1 '"message": "unknown name' '' run "$folder/wrong.nh" --json -o "$rows"
check unsupported 3 '' 'not computed' run "$folder/unsupported.nh" -o "$rows"
expect untouched grep -qx old "$rows"

# what is read is not written over, nor one result over another
cp "$swing" "$folder/kept.nh"
ln -s swing.nh "$folder/link.nh"
check over-model 2 '' "would overwrite the file that MODEL reads" run "$swing" -o "$swing"
check over-link 2 '' "would overwrite the file that MODEL reads" run "$folder/link.nh" --csv "$swing"
check over-plot 2 '' "-o '.*' and --plot '.*' name the same file" run "$swing" -o "$folder/a.svg" --plot "$folder/./a.svg"
expect over-nothing test ! -e "$folder/a.svg"
check over-checked 2 '' "would overwrite the file that MODEL reads" check "$swing" -o "$swing"
check over-json 2 '"code": "usage", .*would overwrite' '' run "$swing" --json -o "$swing"
expect over-kept cmp -s "$swing" "$folder/kept.nh"

# what has no value
printf "param k, c = 2*k\nfunction f(s)\ncoord x\nkinetic x'^2/2\ninit x = 1\n" >"$folder/open.nh"
check open-unused 0 'finished' '' run "$folder/open.nh" -q
sed 's|^init|potential k*x\n&|' "$folder/open.nh" >"$folder/used.nh"
check open-parameter 1 '' 'used\.nh:1:7: error: parameters without a value: k' run "$folder/used.nh"
check open-parameter-hint 1 '' 'hint: --set k=\.\.\.' run "$folder/used.nh"
check open-parameter-set 0 'finished' '' run "$folder/used.nh" -q --set k=1
sed 's|^init|potential f(x)\n&|' "$folder/open.nh" >"$folder/used.nh"
check open-function 1 '' 'used\.nh:2:10: error: functions without a body: f' run "$folder/used.nh"
check open-function-hint 1 '' 'hint: --set "f\(s\)=\.\.\."' run "$folder/used.nh"
check open-function-set 0 'finished' '' run "$folder/used.nh" -q --set 'f(s)=s'

# assumptions
printf "coord x\nkinetic x'^2/2\nassume x < 1 - 0.0001\ninit x = 2\n" >"$folder/decimal.nh"
check decimal 1 '' "the initial state violates the assumption 'x < 0\.9999'" run "$folder/decimal.nh"
check decimal-left 0 "violates the assumption 'x < 0\.9999'" '' run "$folder/decimal.nh" --init x=0 --init "x'=1"
printf "coord x\nkinetic x'^2/2\nassume x^2 < -1\n" >"$folder/never.nh"
check never 1 '' 'no random state was found at which the assumptions hold' run "$folder/never.nh" --init random
printf "constraint a: x' = 1\n" >>"$folder/never.nh"
check never-both 1 '' 'which the constraints and the assumptions hold' run "$folder/never.nh" --init random

# without a compiler
CC=no-such-compiler "$program" run "$swing" --native always >"$folder/out" 2>"$folder/err"
expect no-compiler test $? -eq 0
expect no-compiler-once test "$(cat "$folder/err")" = \
    "nonholo: note: formulas are interpreted, not compiled: compiler 'no-such-compiler' not found"

# JSON of what is wrong before a model is read
check json-unknown 2 '"message": "there is no built-in model .leibnitz., did you mean .leibniz.\?"' '' run leibnitz --json
check json-missing 4 '"code": "file", .*"message": "cannot read' '' run "$folder/nowhere.nh" --json
check json-number 2 '"message": "--to needs a number' '' run "$swing" --to x --json
check json-words 2 '"message": ".run. needs MODEL' '' run --json
check json-folder 4 '"message": "cannot write' '' check "$swing" --json -o "$folder/none/facts.json"
check json-form 2 '"message": "the formulation .maggi. has no settings' '' \
    run "$swing" --form maggi:mass --json
check json-quiet 3 '^0\.75,' '^nonholo: singular at t = ' run "$folder/singular.nh" -q -o - --json
(cd "$folder" && "$program" run leibniz.nh) >"$folder/out" 2>"$folder/err"
expect built-in-hint grep -q "there is a built-in model of this name: write 'leibniz' without .nh" "$folder/err"
(cd "$folder" && "$program" run leibniz.nh --json) >"$folder/out" 2>"$folder/err"
expect built-in-hint-json grep -q '"hint": "there is a built-in model of this name' "$folder/out"

# JSON
for key in format status t_end steps rhs_evaluations max_constraint_residual energy_balance_error invariants events \
    message seed; do
    check "json $key" 0 "^  \"$key\": " '' run "$swing" --json
done
check json-invariant 0 '"name": "energy", "start": 2, "drift": ' '' run "$swing" --json
check json-event 0 '"name": "crossing", "t": 0\.785.*, "direction": "falling"' '' run "$swing" --json
check json-claims 0 '"name": "hooke", "error": 0' '' run "$swing" --json
check json-message 0 '^  "message": null,$' '' run "$swing" --json
if command -v python3 >/dev/null; then
    for model in leibniz "$swing" "$folder/singular.nh" "$folder/none.nh" nowhere nowhere.nh; do
        "$program" run --json "$model" >"$folder/json" 2>/dev/null
        expect "json of $model" python3 -m json.tool "$folder/json" "$folder/again"
    done
fi

# Where a side of a claim has no value as it is written, the claim is neither true nor false; it is judged in the other rows.
cat >"$folder/domains.nh" <<'END'
coord x
kinetic x'^2/2
init x = -1, x' = 1
simulate t = 0 .. 3 step 0.5
claim square: sqrt(x)^2 = x
claim mirror: sqrt(-x)*sqrt(-x) = x
claim ratio: (x + 2)*x/(x + 2) = x
claim never: sqrt(x - 5)^2 = x - 5
END
check claim-judged 0 '^claims: 2 hold along this motion' '' run "$folder/domains.nh"
check claim-some-rows 0 '^  square: first at t = 0$' '' run "$folder/domains.nh"
check claim-later 0 '^  mirror: first at t = 1\.5$' '' run "$folder/domains.nh"
check claim-false 0 '^  mirror: the sides differ by 1, relative to their terms$' '' run "$folder/domains.nh"
check claim-no-row 0 '^claims that could not be evaluated at any time: never$' '' run "$folder/domains.nh"
check claim-json 0 '"name": "square", "error": 0, "no_value_at": 0' '' run "$folder/domains.nh" --json
check claim-json-never 0 '"name": "never", "error": null, "no_value_at": 0' '' run "$folder/domains.nh" --json

# The balance of energy is judged beside its own terms, whatever their unit.
for mass in 1 1e-30 1e-300 1e100; do
    printf '%s\n' "param m = $mass" 'coord x' "kinetic m*x'^2/2" 'potential m*(1 - cos(x))' "init x = 0.3, x' = 1" >"$folder/unit.nh"
    check "energy with the mass $mass" 0 '^energy: largest error of the balance [5-9](\.[0-9])?e-11, relative to T, V and work' '' run "$folder/unit.nh"
done

# An interrupt ends the motion; what was computed is written.
rm -f "$rows"
"$program" run "$swing" --to 1e9 --step 100 -o "$rows" >"$folder/out" 2>"$folder/err" &
runner=$!
sleep 1
kill -INT "$runner"
wait "$runner"
expect interrupt test $? -eq 130
expect interrupt-said grep -q 'failed at t = .*: interrupted$' "$folder/out"
expect interrupt-rows grep -q '^100,' "$rows"

# A reader that has seen enough is no error, neither of a motion that is written as it goes.
{ "$program" run leibniz --step 1e-5 -o - 2>"$folder/err"; echo $? >"$folder/status"; } | head -n 1 >/dev/null
expect "head: status" test "$(cat "$folder/status")" = 0
expect "head: no message" test -z "$(grep 'error' "$folder/err")"

# ---- boundary values ----

check end 0 "^  x = 3  " 'note: the motion ends so, within .*, with mu.skate = -1.42022074' run incline-skate --form vakonomic --to 2 --end "x = 3"
check end-velocity 0 "^  y = (1|0.99999999|1.00000000)" "with theta' = 1.80585715[0-9]*, mu.skate = -1.6511728" \
    run incline-skate --form vakonomic --to 2 --end "x = 4, y = 1" --init "theta'~2"
check end-again 0 "^  x = (4|3.99999999|4.0000000)" "nothing was|warning" \
    run incline-skate --form vakonomic --to 2 --init "theta'=1.8058571584669" --init "mu.skate=-1.65117282228477"
check end-held 2 '' 'nothing is free for the motion to end so' run incline-skate --to 2 --end "x = 3"
check end-mu-held 2 '' 'nothing is free' run incline-skate --form vakonomic --to 2 --end "x = 3" --init "mu.skate=1"
check end-never 3 '' 'the best, .* miss x by ' run incline-skate --to 2 --end "x = 300" --init "theta'~2"
check end-chetaev 0 'time: from 0 to 1: finished' "the vakonomic motion is Chetaev's, within .*, with mu.cone = 0.3 initially; there are others" \
    run cone --form vakonomic --init "mu.cone~0.3" --end chetaev
check end-not-chetaev 3 '' "no mu was found for which the vakonomic motion is Chetaev's: nearest" run incline-skate --form vakonomic --to 1 --end chetaev
check end-form 3 '' "not available for the formulation 'vakonomic-modified'" run incline-skate --form vakonomic-modified --end "x = 3"
check end-syntax 2 '' 'a value at the end is given with =' run incline-skate --end "x ~ 3"
check end-acceleration 2 '' 'accelerations cannot be asked for' run incline-skate --end "x'' = 3"
check end-constant 2 '' 'this is not a function of the state' run incline-skate --end "2 = 3"

finish
