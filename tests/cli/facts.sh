#!/bin/sh
# What `check` finds out, as text and as JSON: facts.sh PROGRAM.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

# says NAME MODEL LINE...: each line stands in the text of `check MODEL` as it is.
says() {
    name=$1 model=$2
    shift 2
    "$program" check "$model" >"$folder/text" 2>"$folder/err"
    for line in "$@"; do expect "$name: $line" grep -qxF -- "$line" "$folder/text"; done
}

# has NAME MODEL PART...: each part stands in a line of the JSON.
has() {
    name=$1 model=$2
    shift 2
    "$program" check --json "$model" >"$folder/json" 2>"$folder/err"
    for part in "$@"; do expect "$name: $part" grep -qF -- "$part" "$folder/json"; done
}

# ---- the answers of models that are known ----

says leibniz leibniz \
    '  degrees of freedom  2: 3 coordinates - 1 independent constraint (proved)' \
    '  reference state     the initial state of the model' \
    'constraints: 1, kinematic' \
    "explicit form: radical; independent velocities x', y'" \
    "  z' = sigma.z*sqrt(c^2 - x'^2 - y'^2), here sigma.z = 1" \
    '  energy              not conserved (certified): changed by constraints' \
    "  reactions           may do work: A q' is not 0, alpha-bar differs from alpha (certified)" \
    '  Chaplygin           no (certified)' \
    '  regular             yes, everywhere: the state determines the accelerations (certified)' \
    '  without constraints regular, everywhere (certified)'
has leibniz leibniz '"n": 3,' '"m": 2,' '"m_by": "proved"' '"k": 1,' '"geometric": 0,' \
    '"name": "speed", "kind": "power-affine", "degree": 2, "homogeneous": false, "homogeneous_by": "certified"' \
    '"redundant": false, "redundant_by": "proved"' '"form": "radical",' "\"independent\": [\"x'\", \"y'\"]," \
    "\"velocity\": \"z'\", \"row\": \"speed\", \"form\": \"radical\", \"alpha\": \"sigma.z*sqrt(c^2 - x'^2 - y'^2)\", \"sign\": 1" \
    '"alpha_bar_equals_alpha": false,' '"energy_conserved": false,' '"energy_conserved_by": "certified"' \
    '"state": "start",' '"rank_drops_at_start": false,' '"start": "given",'
says disc rolling-disc \
    "explicit form: linear; independent velocities psi', phi', theta'" \
    "  x' = R*cos(phi)*psi'" \
    '  energy              conserved (proved)' \
    "  reactions           do no work: A q' = 0, alpha-bar = alpha (proved)" \
    "  Chaplygin           yes, with independent velocities psi', phi', theta' (proved)"
says ball ball-on-turntable 'constraints: 3, 1 geometric and 2 kinematic; together affine'
has ball ball-on-turntable '  "kind": "affine",' '  "degree": 1,' '  "homogeneous": false,'
has disc rolling-disc '  "kind": "linear",' '  "homogeneous": true,' '"m": 3,' '"k": 2,' '"chaplygin": true,' '"chaplygin_by": "proved"' \
    "\"chaplygin_independent\": [\"psi'\", \"phi'\", \"theta'\"]" '"energy_conserved": true,' '"energy_conserved_by": "proved"'
says parallel parallel-velocities \
    '  degrees of freedom  5: 9 coordinates - 4 independent constraints (proved)' \
    '  parallel[2..3].x  homogeneous, degree 2, not integrable (certified) (parallel-velocities:28)' \
    '  parallel[2..3].z  homogeneous, degree 2, not integrable (certified), redundant here (proved) (parallel-velocities:28)'
has parallel parallel-velocities '"redundant": true, "redundant_by": "proved", "combination": "' '"m": 5,' '"k": 4,' '"kinematic": 6,'
says four-bar four-bar \
    'constraints: 2, geometric' \
    '  degrees of freedom  1: 3 coordinates - 2 independent constraints (proved)' \
    '  energy              not conserved (certified): changed by forces' \
    'conditions (not imposed): 1'
has four-bar four-bar '"geometric": 2,' '"k": 0,' '"m": 1,' '"rows": {"geometric": 2, "kinematic": 0, "conditions": 1}'
says sphere pursuit-sphere \
    '  degrees of freedom  1: 3 coordinates - 2 independent constraints, 1 geometric and 1 kinematic (proved)' \
    'constraints: 4, 1 geometric and 3 kinematic; together linear' \
    '  pursuit.y  linear, rheonomic, not integrable (proved), redundant here (proved) (pursuit-sphere:31)'
says driven driven-pendulum '  degrees of freedom  1 (proved)' 'constraints: none' '  energy              not conserved (certified): changed by geometry, potential'
expect driven-has-no-reactions sh -c "! '$program' check driven-pendulum | grep -q 'reactions\|explicit form\|Chaplygin'"
says suslov suslov '  without constraints not regular: the Hessian of L is singular (proved)'
says long pendulum-curve '  curve  homogeneous, degree 4, not integrable (certified) (pendulum-curve:32)' '  energy              conserved (proved)'
"$program" check bicycle >"$folder/text"
expect long-expression grep -q "^  yaw': the expression is too long to print$" "$folder/text"

# A long expression is broken into lines, and says the same.
alpha=$("$program" check pendulum-curve --json | sed -n 's/.*"alpha": "\([^"]*\)".*/\1/p')
joined=$("$program" check pendulum-curve | sed -n "/^  y1' = /,/here sigma/p" | sed 's/^ *//' | tr '\n' ' ')
expect wrapped test "$joined" = "y1' = $alpha, here sigma.y1 = 1 "
expect wrapped-lines test "$("$program" check pendulum-curve | grep -c '^      [-+] ')" -ge 3

# ---- options ----

cat >"$folder/bead.nh" <<'END_OF_MODEL'
system "Bead"
param g = 9.81
coord x, y
point P = [x, y] mass 2
gravity [0, -g]
constraint round: x^2 + y^2 = 1
condition again: 2*x*x' + 2*y*y' = 0
init x = 1
END_OF_MODEL
bead=$folder/bead.nh
check with 0 '^  again  linear, integrable on the geometric constraints \(proved\), redundant here \(proved\) \(' '' check "$bead" --with again
check with-combination 0 '^  the gradient of again in terms of the others: round$' '' check "$bead" --with again
check with-json 0 '"redundant": true, "redundant_by": "proved", "combination": "round"' '' check "$bead" --with again --json
check without 0 '^  degrees of freedom  2 \(proved\)$' '' check "$bead" --without round
check start-choice 0 "^explicit form: linear; independent velocities y'$" '' check "$bead"
check init-choice 0 "^explicit form: linear; independent velocities x'$" '' check "$bead" --init x=0 --init y=1
check init-sign 0 "here sigma.z = -1$" '' check leibniz --init "z'~-1"
check init-random 0 '^  reference state     a random admissible state, seed 7$' '' check "$bead" --init random --seed 7
check init-random-json 0 '"state": "random",' '' check "$bead" --init random --seed 7 --json
check set 0 '"seed": 3,' '' check "$bead" --seed 3 --json
"$program" check "$bead" --init random --seed 7 --json >"$folder/one"
"$program" check "$bead" --init random --seed 7 --json >"$folder/two"
expect same-seed-same-bytes cmp -s "$folder/one" "$folder/two"

# ---- a start that cannot be: a warning, another state, exit status 0 ----

check bad-start 0 '^  reference state     a random admissible state, seed 1$' "warning: constraint 'round' cannot hold at the initial state" check "$bead" --init x=3 --init y=0
check bad-start-json 0 '"message": "constraint .round. cannot hold at the initial state' '' check "$bead" --init x=3 --init y=0 --json
check bad-start-quiet 0 '^Bead$' '' check "$bead" --init x=3 --init y=0 --quiet
cat >"$folder/rest.nh" <<'END_OF_MODEL'
system "Rest on a cone"
coord x, y, z
point P = [x, y, z] mass 1
constraint cone: x'^2 + y'^2 - z'^2 = 0
init x' = 0, y' = 0, z' = 0
END_OF_MODEL
check rank-drops 0 '; at the initial state itself the constraints lose rank$' 'the rank of the constraints drops at the initial state' check "$folder/rest.nh"
check rank-drops-json 0 '"rank_drops_at_start": true' '' check "$folder/rest.nh" --json

# ---- what is open ----

cat >"$folder/open.nh" <<'END_OF_MODEL'
system "Open"
param c, m
coord x, y
point P = [x, y] mass m
constraint speed: |P'| = c
END_OF_MODEL
says open "$folder/open.nh" '  parameters          2, without a value: c, m (drawn for this check)' \
    '  degrees of freedom  1: 2 coordinates - 1 independent constraint (proved)' '  energy              conserved (proved)'
cat >"$folder/bodiless.nh" <<'END_OF_MODEL'
system "Without a body"
function C(t)
coord x, y
point P = [x, y] mass 1
constraint speed: x'^2 + y'^2 = C(t)
END_OF_MODEL
says bodiless "$folder/bodiless.nh" '  functions           1, without a body: C (answers are for generic functions)' \
    '  reference state     none found: only algebra can answer' '  degrees of freedom  unknown: the number of independent constraints is unknown: a function without a body leaves no states to test' '  regular             unknown'
has bodiless "$folder/bodiless.nh" '"m": null,' '"m_by": "unknown"' '"form": null,' '"independent": null,' '"state": "none",' \
    '"redundant": null, "redundant_by": "unknown"'
check bodiless-set 0 '^  degrees of freedom  1: 2 coordinates - 1 independent constraint' '' check "$folder/bodiless.nh" --set 'C(t)=4+t'
cat >"$folder/refused.nh" <<'END_OF_MODEL'
system "Refused"
coord x, y, z
point P = [x, y, z] mass 1
constraint a: y' = x*z'
independent y', z'
END_OF_MODEL
says refused "$folder/refused.nh" "explicit form: linear; independent velocities x', z'" \
    '  the model'\''s choice of independent velocities is impossible at the reference state; others were chosen'
cat >"$folder/implicit.nh" <<'END_OF_MODEL'
system "Implicit"
coord x, y
point P = [x, y] mass 1
constraint a: x'^5 + x'*y'^2 + y'^5 = 3
init x = 0, y = 0
END_OF_MODEL
check implicit 0 "^  [xy]' is given implicitly$" '' check "$folder/implicit.nh"
check implicit-json 0 '"form": "implicit", "alpha": null' '' check "$folder/implicit.nh" --json
cat >"$folder/homogeneous.nh" <<'END_OF_MODEL'
system "Homogeneous by another row"
coord x, y, w
kinetic (x'^2 + y'^2 + w'^2)/2
constraint a: x' = y' + w'^2
constraint b: w' = 0
init x' = 1
END_OF_MODEL
check homogeneous 0 "^  homogeneous         .* = 0, instead of a constraint that is not$" '' check "$folder/homogeneous.nh"
check homogeneous-json 0 '"homogeneous_rows": \["' '' check "$folder/homogeneous.nh" --json

# ---- errors ----

printf 'coord x\nconstraint a: z = 0\n' >"$folder/wrong.nh"
check wrong 1 '' "unknown name 'z'" check "$folder/wrong.nh"
check wrong-json 1 '"errors": \[' '' check "$folder/wrong.nh" --json

# ---- all models ----

# Lines of the text keep to 125 columns.
for model in $("$program" list --names); do
    "$program" check "$model" >"$folder/text" 2>"$folder/err"
    expect "check $model" test $? -eq 0
    expect "check $model without warnings" test ! -s "$folder/err"
    # shellcheck disable=SC2016 # a program of awk
    expect "the lines of $model" awk 'length($0) > 125 { exit 1 }' "$folder/text"
done

# ---- formulations ----

says leibniz-forms leibniz 'formulations that apply: chetaev, udwadia, maggi, voronec, acceleration, appell, reduced, vakonomic,' \
    "  hamel               no: the constraint 'speed' is not linear in the velocities" \
    "  hamilton            no: the constraint 'speed' is not geometric"
says pendulum-forms driven-pendulum '  routh               no: no coordinate is cyclic: L depends on all of them'
has pendulum-forms driven-pendulum '{"name": "hamilton", "applies": true, "applies_by": "proved"}' \
    '{"name": "chaplygin", "applies": false,' '"why": "there are no constraints"}'
has routh-forms turntable-quasi '{"name": "routh", "applies": true, "applies_by": "proved"}'
cat >"$folder/spread.nh" <<'END'
coord x, y
kinetic x'^2/2
init x = 1, y = 0
END
has least-forms "$folder/spread.nh" '{"name": "udwadia", "applies": false, "applies_by": "certified", "why": "the mass matrix' \
    '{"name": "hamilton", "applies": false, "applies_by": "certified", "why": "the momenta do not determine the velocities"}'
has no-forms "$folder/bodiless.nh" '{"name": "voronec", "applies": null, "applies_by": "unknown", "why": "the number of independent constraints is unknown: a function without a body leaves no states to test"}'

# the coefficients of the commutation condition
printf "coord x, y, z\nkinetic x'^2 + y'^2 + z'^2\nconstraint a: x' = 2*y*z'\nconstraint b: y' = x*z'\n" >"$folder/flat.nh"
says coefficients "$folder/flat.nh" "  coefficients        rho[a,b] = 2*z' (proved)" "                      rho[b,a] = z'"
has coefficients "$folder/flat.nh" "{\"row\": \"a\", \"by\": \"b\", \"expression\": \"2*z'\"}" '"commutation_coefficients_by": "proved"'
has no-coefficients fixed-vector '"commutation_coefficients": [],'
has unknown-coefficients leibniz '"commutation_coefficients": null,'

# Beside every fact of the JSON, true, false, null or a count, stands on what it rests.
for model in leibniz chain rolling-disc four-bar driven-pendulum "$folder/bodiless.nh"; do
    "$program" check --json "$model" >"$folder/json" 2>/dev/null
    for key in m k geometric homogeneous rheonomic quadratic chaplygin alpha_bar_equals_alpha energy_conserved regular regular_free \
        rank_drops choice_fails not_regular not_regular_free components integrable_combinations hidden growth_vector \
        commutation_condition commutation_coefficients; do
        expect "$model: $key" grep -q "^  \"$key\": " "$folder/json"
        expect "$model: ${key}_by" grep -Eq "^  \"${key}_by\": \"(proved|certified|unknown)\"" "$folder/json"
    done
    # shellcheck disable=SC2016 # likewise
    expect "$model: null is unknown" awk '
        match($0, /^  "[a-z_]*": null/) { key = substr($0, 4, RLENGTH - 10); next_is = "  \"" key "_by\": \"unknown\""; next }
        next_is != "" && index($0, "_by") > 0 && index($0, next_is) != 1 { exit 1 }
        { next_is = "" }' "$folder/json"
done

finish
