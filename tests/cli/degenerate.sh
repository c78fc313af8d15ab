#!/bin/sh
# Systems at the edge: rows that fix everything, contradict each other, lose their gradients, have no values. Nothing may crash, and nothing may be said that is not so.
# usage: degenerate.sh PROGRAM
program=$1
. "$(dirname "$0")/check.sh"

# model NAME LINE...: the file NAME.nh.
model() {
    file=$1
    shift
    printf '%s\n' "$@" >"$folder/$file.nh"
}

particle="coord x, y, z
kinetic (x'^2 + y'^2 + z'^2)/2"
state="init y = 1, y' = 1, z' = 1/2"

# ---- more rows than coordinates, coefficients without a value ----

model fixed "coord x" "kinetic x'^2" "constraint c: x = 1" "condition d: x'^2 = 0"
check "a condition beside rows that fix everything" 0 "^  d  homogeneous, degree 2, perhaps integrable" "" check "$folder/fixed.nh"
model quotient "coord x" "kinetic x'^2" "constraint a: x' = 0" "constraint b: x/x' = 0"
check "a coefficient without a value" 0 "degrees of freedom  unknown: no admissible state was found" "." check "$folder/quotient.nh"
check "the same as JSON" 0 '"constraints"' "" check --json "$folder/quotient.nh"
model twice "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint a: sqrt(x*x) = 0" "constraint b: x = 0" "constraint c: y' = 2"
check "forms of constraints that depend on each other" 0 "constraints: 2, 1 geometric" "note: .a. .* is dropped" check "$folder/twice.nh"

# ---- rows that restrict the states but have lost their gradient ----

# lost NAME ROW HINT: nothing is known of what follows, and a motion does not begin.
lost() {
    model "$1" "$particle" "constraint a: $2" "${4:-$state}"
    check "$1: freedoms" 0 "degrees of freedom  unknown: the rank condition fails" "hint: .*$3" check "$folder/$1.nh"
    check "$1: energy" 0 "energy              unknown" "." check "$folder/$1.nh"
    check "$1: JSON" 0 '"redundant": false' "" check --json "$folder/$1.nh"
    check "$1: run" 3 "singular at t = 0: the initial state is a singular configuration: the rank condition fails" "hint: .*$3" run "$folder/$1.nh" --to 1
}
lost square "(x' - y)^2 = 0" "write y - x' = 0 instead"
lost twelfth "(x' - y)^12 = 0" "write y - x' = 0 instead"
lost sum "(x' - y)^2 + (z' - x)^2 = 0" "write y - x' = 0 and x - z' = 0 instead" "init y = 1, y' = 1"
lost root "sqrt(x' - y) = 0" "write y - x' = 0 instead"
lost absolute "|x' - y| = 0" "write y - x' = 0 instead"
lost circle "(x^2 + y^2 - 1)^2 = 0" "write x.2 . y.2 - 1 = 0 instead" "init x = 1, y' = 1"
lost factor "x'*(y' - z)^2 = 0" "write z - y' = 0 instead" "init z = 1, y' ~ 1, x' = 1"

# Rows that depend on the others where they hold, and still say more, do not end a motion that keeps them; they end one that does not.
model still "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint a: x'^2 + y'^2 = 1" "constraint b: x' = 1" "init x = 0"
check "rows that touch: freedoms" 0 "degrees of freedom  unknown: the rank condition fails" "." check "$folder/still.nh"
check "rows that touch: a motion that keeps them" 0 "time: from 0 to 1: finished" "no gradient there that is independent of the others" run "$folder/still.nh" --to 1
model pushed "coord x, y" "kinetic (x'^2 + y'^2)/2" "force y: 1" "constraint a: x'^2 + y'^2 = 1" "constraint b: x' = 1" "init x = 0"
check "rows that touch: one that does not" 3 "singular at t = 0: .* the rank condition fails" "." run "$folder/pushed.nh" --to 1
printf "t,x,y,x',y'\n0,0,0,1,0\n" >"$folder/touching.csv"
check "rows that touch: eval" 0 "^0,0,0," "the rank condition fails" eval "$folder/still.nh" --states "$folder/touching.csv"
check "rows that touch: eval of the other" 3 "^0,,," "the rank condition fails" eval "$folder/pushed.nh" --states "$folder/touching.csv"

cat >"$folder/states.csv" <<'END'
t,x,y,z,x',y',z'
0,0,1,0,1,1,0.5
END
for form in chetaev udwadia maggi voronec hamel vakonomic; do
    case $form in
    vakonomic) sed "1s/\$/,mu.a/; 2s/\$/,0/" "$folder/states.csv" >"$folder/with.csv" ;;
    *) cp "$folder/states.csv" "$folder/with.csv" ;;
    esac
    check "eval, $form" 3 "^0,,,," "state 1: the rank condition fails" eval "$folder/square.nh" --states "$folder/with.csv" --form $form
    check "run, $form" 3 "the rank condition fails" "." run "$folder/square.nh" --to 1 --form $form
done
check "eval with digits" 3 "^0,,,," "state 1: the rank condition fails" eval "$folder/square.nh" --states "$folder/states.csv" --digits 10
check "derive" 7 "" "the formulation 'chetaev' does not apply: the rank condition fails" derive "$folder/square.nh"
check "derive all" 7 "" "no formulation applies: the rank condition fails" derive "$folder/square.nh" --form all
check "derive as C" 7 "" "the rank condition fails" derive "$folder/square.nh" --as c
check "verify" 6 "something is undecided" "" verify "$folder/square.nh"
check "holds" 6 "undecided: the rank condition fails" "" holds "$folder/square.nh" --equation "x'' = 0"
check "displacements" 3 "the rest is unknown +the rank condition fails" "." displacements "$folder/square.nh"

# vectors, parameters
model vectors "coord x, y, u, v" "point A = [x, y] mass 1" "point B = [u, v] mass 2" "constraint same: |A' - B'| = 0" "init x = 1, x' = 1, y' = 2"
check "a norm" 0 "energy              unknown" "hint: write y' - v' = 0 and x' - u' = 0 instead" check "$folder/vectors.nh"
check "a motion with a norm" 3 "the rank condition fails" "." run "$folder/vectors.nh" --to 1
# rows that touch: each has a gradient
model touch "$particle" "constraint a: x'^2 + y'^2 = 1" "constraint b: x' = 1" "force y: 1" "init x' = 1, z' = 1"
check "rows that touch" 0 "energy              unknown" "in place of constraints that touch each other" check "$folder/touch.nh"
check "a motion of rows that touch" 3 "the rank condition fails" "." run "$folder/touch.nh" --to 1
# at one time alone
model late "$particle" "constraint a: (x*x' + y*y')^3 = t^3" "init x = 1, x' = 1"
check "a gradient that is lost at the start alone" 0 "at the initial state itself the constraints lose rank" "" check "$folder/late.nh"
check "what follows from the others" 0 "energy              not conserved" "" check "$folder/late.nh"
check "its motion" 3 "singular at t = 0" "." run "$folder/late.nh" --to 1
# rows that are redundant, though their gradients vanish too
model redundant "$particle" "constraint b: (x' - y)^2 = 0" "constraint a: x' = y" "$state"
check "a square beside what is squared" 0 "b  general, degree 2.*redundant here \(proved\)" "" check "$folder/redundant.nh"
check "its freedoms" 0 "degrees of freedom  2: 3 coordinates - 1 independent constraint \(proved\)" "" check "$folder/redundant.nh"
check "its motion" 0 "finished" "" run "$folder/redundant.nh" --to 1
model factor0 "$particle" "constraint a: x'*(y' - z)^2 = 0" "init z = 1, y' = 3, x' ~ 0"
check "the other factor of a product" 0 "energy              conserved \(proved\)" "" check "$folder/factor0.nh"
model body "function f(u)" "$particle" "constraint a: (x' - f(y))^2 = 0"
check "a function without a body" 0 "energy              unknown" "" check "$folder/body.nh"

# ---- no states ----

model none "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: x' = 2" "constraint d: x' = 3" "init y' = 1"
check "rows that contradict each other" 0 "reference state     none exists: the constraints contradict each other \(proved\)" "." check "$folder/none.nh"
check "nothing else is said" 0 '"m": null' "" check --json "$folder/none.nh"
expect "nothing else is printed" sh -c '! "$1" check "$2" 2>&1 | grep -Eq "freedoms|energy|redundant|integrable|formulations"' sh "$program" "$folder/none.nh"
check "no equations either" 1 "" "no state is admissible" derive "$folder/none.nh"
model unreal "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: x'^2 + y'^2 = -1"
check "no real states" 0 "none exists: the constraints contradict each other \(proved\)" "." check "$folder/unreal.nh"
model open "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: exp(x') + y'^2 = 0"
check "no state was found" 0 "degrees of freedom  unknown: no admissible state was found" "." check "$folder/open.nh"
check "nothing is known then" 0 "energy              unknown" "." check "$folder/open.nh"
# special values of parameters
model special "param a = 2, b = 2" "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: x' = a" "constraint d: x' = b" "init y' = 1"
check "rows that agree for these values" 0 "degrees of freedom  1" "" check "$folder/special.nh"

# ---- no values ----

model log "coord x" "kinetic x'^2/2" "potential log(-x^2 - 1)" "init x = 1"
check "L without a value" 0 "energy              unknown" "the Lagrangian has no value at the states that were tried" check "$folder/log.nh"
check "a motion without a value" 3 "the Lagrangian, as it is written, has no value where -x.2 - 1 <= 0" "" run "$folder/log.nh" --to 1
expect "nothing is 0 in it" sh -c '! "$1" run "$2" --to 1 | grep -q "energy:"' sh "$program" "$folder/log.nh"
check "the same as JSON" 3 '"energy_balance_error": null' "" run "$folder/log.nh" --to 1 --json
check "nor can it be verified" 6 "undecided" "" verify "$folder/log.nh"
printf "t,x,x'\n0,1,1\n" >"$folder/one.csv"
check "nor evaluated" 3 "^0,,,,0" "the Lagrangian, as it is written, has no value where -x.2 - 1 <= 0" eval "$folder/log.nh" --states "$folder/one.csv"
check "nor with digits" 3 "^0,,,," "the Lagrangian, as it is written, has no value where -x.2 - 1 <= 0" eval "$folder/log.nh" --states "$folder/one.csv" --digits 5
model claims "coord x" "kinetic x'^2/2" "potential log(-x^2 - 1)" "init x = 1" "claim still: x' = 0" "invariant speed: x'"
check "claims along no motion" 3 "claims that could not be evaluated at any time: still" "" run "$folder/claims.nh" --to 1

model zero "coord x, y" "kinetic (x'^2 + y'^2)/2" "potential x/(sin(y)^2 + cos(y)^2 - 1)" "init x = 1"
for command in check derive "run --to 1" verify displacements "compare --to 1"; do
    # shellcheck disable=SC2086 # a command and its options
    set -- $command
    first=$1
    shift
    check "a denominator that is 0, $command" 1 "" "zero.nh:3:14: error: this is 0 everywhere, and it is a divisor" "$first" "$folder/zero.nh" "$@"
done
model power "coord x, y" "kinetic (x'^2 + y'^2)/2" "potential x*((y + 1)^2 - y^2 - 2*y - 1)^-2" "init x = 1"
check "a power of 0" 1 "" "power.nh:3:14: error: this is 0 everywhere, and its exponent is negative" check "$folder/power.nh"

cat >"$folder/large.csv" <<'END'
t,x,y,z,x',y',z'
0,0,0,0,1e200,1e200,1e200
0,0,0,0,1,1,1
END
for form in chetaev udwadia maggi; do
    check "numbers too large for doubles, $form" 3 "^0,,,,,,," "state 1: the constraint 'speed' has no finite value there" eval leibniz --states "$folder/large.csv" --form $form
done
check "but not for balls" 0 "^0,3.27000,3.27000,-6.54000," "" eval leibniz --states "$folder/large.csv" --digits 6

# ---- holes and kinks: every command and every formulation says the same ----

printf "t,x,y,x',y'\n0,0,0,1,2\n" >"$folder/at0.csv"
# hole NAME WHY LINE...: at x = 0 there are no accelerations.
hole() {
    hole=$1
    why=$2
    shift 2
    model "$hole" "coord x, y" "kinetic (x'^2 + y'^2)/2" "$@" "init x = 0, y = 0, x' = 1"
    for form in chetaev udwadia maggi voronec appell reduced; do
        check "$hole: eval, $form" 3 "^0,,,,[^,]*,," "state 1: $why" eval "$folder/$hole.nh" --states "$folder/at0.csv" --form $form
        check "$hole: run, $form" 3 "singular at t = 0: $why" "" run "$folder/$hole.nh" --to 1 --form $form
    done
    check "$hole: digits" 3 "^0,,,,[^,]*,," "state 1: $why" eval "$folder/$hole.nh" --states "$folder/at0.csv" --digits 8
    check "$hole: displacements" 3 "the rest is unknown +$why" "" displacements "$folder/$hole.nh"
    case $why in *"has no derivative"* | *jumps*) check "$hole: check" 0 "the accelerations are not determined where .* = 0" "" check "$folder/$hole.nh" ;; esac
    check "$hole: C" 0 "if .*_hole.* return 1;" "" derive --init random "$folder/$hole.nh" --as c
    sed "s/init x = 0/init x = -1\/2/" "$folder/$hole.nh" >"$folder/$hole-later.nh"
}
line="constraint c: y' = 2*x'"
hole kink-L "the Lagrangian has no derivative where x = 0" "potential |x|" "$line"
hole kink-row "the constraint 'c' has no derivative where x = 0" "constraint c: y' = |x| + 2*x'"
hole kink-max "the Lagrangian has no derivative where x - y = 0" "potential max(x, y)" "$line"
hole jump-mod "the Lagrangian jumps where mod\(x, 1\) = 0" "potential mod(x, 1)" "$line"
hole hole-L "the Lagrangian, as it is written, has no value where x = 0" "potential x^2/x" "$line"
hole hole-row "the constraint 'c', as it is written, has no value where x = 0" "constraint c: y' = x^2/x + 2*x'"
hole hole-force "a force, as it is written, has no value where x = 0" "force x: -x^2/x" "$line"
hole hole-let "the Lagrangian, as it is written, has no value where x = 0" "let f = x*sin(x)/x" "potential f" "$line"
for hole in hole-L hole-row hole-force hole-let; do
    check "$hole: a motion that comes there" 3 "singular at t = 0.*ends in a singular configuration: .* as it is written, has no value where x = 0" "" run "$folder/$hole-later.nh" --to 2
done
check "a motion goes over a kink" 0 "finished" "" run "$folder/kink-L-later.nh" --to 2
# What has the same derivative on both sides has no kink, and forces are not differentiated.
model no-kink "coord x, y" "kinetic (x'^2 + y'^2)/2" "potential x*|x| + max(x, y)^2" "force x: -|x| - sign(x)" "$line" "init x = 0, y = 0, x' = 1"
check "no kink: eval" 0 "^0,0,0,0" "" eval "$folder/no-kink.nh" --states "$folder/at0.csv"
check "no kink: run" 0 "finished" "" run "$folder/no-kink.nh" --to 1
check "no kink there: check" 0 "the accelerations are not determined where x - y = 0" "" check "$folder/no-kink.nh"
# A kink where the constraints lose rank is no further place, and a momentum has kinks, too.
model kink-rank "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: |x'| = |y'|" "init x' = 1, y' = 1"
expect "a kink within another place" sh -c '"$1" check "$2" | grep -A 2 "^singular" | grep -Fxq "  the constraints lose rank where x'"'"' = 0 and y'"'"' = 0" &&
    ! "$1" check "$2" | grep -q "are not determined"' sh "$program" "$folder/kink-rank.nh"
# `check` says that the accelerations are determined everywhere where `eval` has them at all of these states, and not
# else: kinks, and derivatives without a value.
echo "t,x,y,x',y'" >"$folder/grid.csv"
for q in "-1,-1" "-1,0" "-1,1" "0,-1" "0,0" "0,1" "1,-1" "1,0" "1,1"; do
    for v in "-1,-1" "-1,0" "-1,1" "0,-1" "0,0" "0,1" "1,-1" "1,0" "1,1"; do echo "0,$q,$v"; done
done >>"$folder/grid.csv"
for term in "|x|" "x*|x|" "y*|x|" "|x'|" "x'^2*|x'|" "x*|x'|" "|x^2 - 1|" "|x^2 + a|" "max(x, y)" "max(x, y)^2" "max(x, -1)" \
    "mod(x, 1)" "if(x > 0, x, 0)" "if(x > 0, x^3, 0)" "sign(x)*x*y" "|x - t|^3" "|x'|*y'" \
    "sqrt(x^2 + y^2)" "(x^2 + y^2)^(3/4)" "(x^2 + y^2)^(3/2)" "sqrt(1 + x^2)" "acos(cos(x))" "1/(3 + x*y)"; do
    model grid "param a = 2" "coord x, y" "lagrangian x'^2 + y'^2 + $term"
    "$program" eval -q "$folder/grid.nh" --states "$folder/grid.csv" >"$folder/values" 2>/dev/null
    case $? in 0) wanted=", everywhere" ;; *) wanted=", except" ;; esac
    check "kinks of $term" 0 "^  regular +yes$wanted" "" check -q "$folder/grid.nh"
done
model hole-initial "coord x, z" "kinetic (x'^2 + z'^2)/2" "constraint c: z'/z' = z" "init x' = 1, z = 1"
check "a hole at all states" 3 "singular at t = 0: the constraint 'c', as it is written, has no value where z' = 0" "" run "$folder/hole-initial.nh" --to 1

# ---- energies that jump with the velocities ----

model jump "coord x, y, z" "kinetic (x'^2 + y'^2 + z'^2)/2 + mod(z', cosh(x))" "potential x^2/2 + 9*z" "constraint a: z' = y*x'" "init x = 0.3, y = 3, x' = 1, y' = -1"
for form in chetaev udwadia maggi voronec appell reduced hamel; do
    check "the end of a motion, $form" 3 "singular at t = 0.0999961.*: the kinetic or potential energy jumps there" "" run "$folder/jump.nh" --to 2 --form $form
done

# ---- functions that stay constant ----

model steady "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint a: x' = 1" "constraint b: y' = 1" "init x = 2"
check "each row has its own function" 0 "^  t - y = 0 initially" "" run "$folder/steady.nh" --to 1
check "of both" 0 "^  t - x = -2 initially" "" run "$folder/steady.nh" --to 1
check "each row has its own integral" 0 '"name": "b".*"integral": "t - y"' "" check --json "$folder/steady.nh"

# ---- rows that are made of pieces, or jump ----

model onesided "coord x, y" "kinetic (x'^2 + y'^2)/2" "potential y" "constraint c: min(y', 0) = 0" "init y' = 1"
check "a one-sided row is not redundant" 0 "perhaps redundant" "" check "$folder/onesided.nh"
check "and nothing follows" 0 "energy              unknown" "" check "$folder/onesided.nh"
check "nor is anything certified" 6 "piecewise" "" holds --quick "$folder/onesided.nh" --equation "y'' = -1"
model jumping "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: x' = 3*sign(x') + y'" "init x' = 4, y' = 1"
check "a row that jumps is not linear" 0 "perhaps integrable" "" check "$folder/jumping.nh"
check "and keeps nothing that is known" 0 "unknown whether there is such a function" "" check "$folder/jumping.nh"

# ---- places at the edge of the domain of L ----

model edge "$particle" "potential x^(5/2)" "constraint c: x*y' + y*z' = 0" "init x = 1, y = 1, y' = 1, z' ~ -1"
check "L has a value there: a place" 0 "lose rank where x = 0 and y = 0" "" check "$folder/edge.nh"
model beyond "coord x, y" "lagrangian -sqrt(1 - x'^2 - y'^2)" "constraint g: y' = x'^2" "init x' = 0.3"
check "Lagrange's equations have none: no place" 0 "singular configurations: none" "" check "$folder/beyond.nh"
model indefinite "coord x, y" "kinetic (x'^2 - y'^2)/2" "constraint a: x' = y'"
check "an energy that is not definite" 0 "regular             no" "" check "$folder/indefinite.nh"

# ---- kinks ----

# held NAME WHERE LINE...: all states are in a kink, so there are no accelerations, and nothing that they decide is said.
held() {
    file=$1 where=$2
    shift 2
    model "$file" "$particle" "$@" "init x = 1, x' = 1"
    check "$file: freedoms" 0 "degrees of freedom  unknown: .* has no derivative where $where" "no derivative where $where" check "$folder/$file.nh"
    check "$file: energy" 0 "energy              unknown" "." check "$folder/$file.nh"
    check "$file: run" 3 "singular at t = 0: .* has no derivative where $where" "" run "$folder/$file.nh" --to 1
    check "$file: verify" 6 "0: 0 at random; seed 1" "" verify -q "$folder/$file.nh"
    check "$file: holds" 6 "undecided: .* has no derivative where $where" "" holds --quick -q "$folder/$file.nh" --equation "x'' = 0"
    check "$file: holds, of velocities" 0 "proved" "" holds --quick -q "$folder/$file.nh" --equation "y' = x'"
}
held together "x - y = 0" "potential |x - y| + z^2" "constraint c: x = y"
held greater "x' - y' = 0" "constraint c: y' = x'" "constraint d: x' = max(x', 2*x' - y')"
held norm "x' - y' = 0" "constraint c: y' = x'" "constraint d: (2 + sin(z))*|x' - y'| = 0"

# Motions that stay where the Lagrangian has no derivative, or no value, are no solutions.
model rests "$particle" "potential |x| + y^3/y"
check "a motion that stays in a kink" 6 "x''  undecided: the Lagrangian has no derivative where x = 0" "" holds --quick -q "$folder/rests.nh" --motion "x = 0, y = 1 + t, z = 0"
check "one that stays where L has no value" 6 "y''  undecided: the Lagrangian, as it is written, has no value where y = 0" "" holds --quick -q "$folder/rests.nh" --motion "x = 1 - t^2/2, y = 0, z = 0" --assume "x > 0"
check "one on one side" 0 "x''  certified" "" holds --quick -q "$folder/rests.nh" --motion "x = c1 - t^2/2, y = c2*cos(sqrt(2)*t), z = 0" --assume "x > 0"
model near "$particle" "potential |x - y|" "init x = 1, y = 1 - 1e-13, z' = 1"
check "a motion that starts at rest next to a kink" 0 "time: from 0 to 1e-5: finished|time: from 0 to 1e-05: finished" "" run -q "$folder/near.nh" --to 1e-5
# An initial state in a kink is left out by verify, and the formulations agree.
model corner "$particle" "constraint c: y' = max(x, 0)*z'" "init x = 0, x' = 1, z' = 1"
check "the initial state is in a kink" 0 "the initial state is left out: the constraint 'c' has no derivative where x = 0" "" verify "$folder/corner.nh"
check "and nothing disagrees" 0 "all that applies agrees and holds" "" verify "$folder/corner.nh"
check "states around it" 0 "10: 5 around the initial state, 5 at random" "" verify "$folder/corner.nh"
check "it is a singular configuration" 0 "not determined where x = 0" "" check "$folder/corner.nh"

# ---- values far away, assumptions that leave nothing of a proof ----

model values "param a = 2, k" "$particle" "init x = 1, x' = 1"
for equation in "if(k > 1000000, x, y) = y" "if(k < -1000, x, y) = y" "|k - 100| = 100 - k" "if(a > 1e5, x, y) = y" "mod(a, 5) = a" "sqrt(t^2 + 2*t*|x| + x^2) = t + |x|"; do
    check "refuted far away: $equation" 5 "refuted" "" holds --quick -q "$folder/values.nh" --equation "$equation"
done
# Squares that nobody sees: their roots are absolute values.
for equation in "sqrt(1 + 2*x/10000 + x^2/100000000) = 1 + x/10000" "sqrt(x^2 - 2000*|x| + 1000000) = 1000 - |x|" \
    "sqrt(x - 2000*sqrt(x) + 1000000) = 1000 - sqrt(x)" "sqrt(x - 1 - 600*sqrt(x - 1) + 90000) = 300 - sqrt(x - 1)" \
    "sqrt((x - y)^2 - 2000*|x - y| + 1000000) = 1000 - |x - y|"; do
    check "refuted far away: $equation" 5 "refuted" "" holds --quick -q "$folder/values.nh" --equation "$equation"
done
check "a square that may change its sign with a parameter" 6 "no state was found where .* 100 . a.sin.x. < 0" "" holds --quick -q "$folder/values.nh" --equation "sqrt(10000 + 200*a*sin(x) + a^2*sin(x)^2) = 100 + a*sin(x)"
check "one that does not" 0 "proved" "" holds --quick -q "$folder/values.nh" --equation "sqrt(x^2 + 2*|x| + 1) = |x| + 1"
for equation in "tan(atan(x)) = x" "tan(atan(t + sin(y))) = t + sin(y)" "mod(mod(x, 5), 5) = mod(x, 5)" "atan(tan(sin(x))) = sin(x)"; do
    check "no piece is left open: $equation" 0 "proved|certified" "" holds --quick -q "$folder/values.nh" --equation "$equation"
done
model circling "$particle" "constraint c: x'^2 + y'^2 = 4" "init x' = 2"
check "a sign of what a constraint makes 0" 0 "proved, for all states and parameter values$" "" holds --quick -q "$folder/circling.nh" --equation "sign(x'^2 + y'^2 - 4) = 0"
check "its square is not 1" 5 "refuted" "" holds --quick -q "$folder/circling.nh" --equation "sign(x'^2 + y'^2 - 4)^2 = 1"
model excluded "$particle" "potential z - y" "constraint c: x*y' = 0" "init y = 1, x' = 1"
check "a proof where x is not 0" 0 "proved, for all states and parameter values where x is not 0" "." holds --quick "$folder/excluded.nh" --equation "y' = 0"
check "says nothing where x = 0" 6 "no state was found there" "." holds --quick "$folder/excluded.nh" --equation "y' = 0" --assume "x = 0"
model opened "param a, b" "$particle" "potential a*x + b*y"
check "implications beside parameters without a value" 5 "not implied" "" implies "$folder/opened.nh" --given "x'*y' = 0" --then "x' = 0"

# A row that holds beside the others at one time alone is not redundant.
cat >"$folder/once.nh" <<'END'
coord x, y, z
kinetic x'^2 + y'^2/2 + z'^2/2
constraint r0: 2*z' = 0
constraint r1: z'^2 = (z - 1)*x'
constraint r2: z^2 - t^2 = 1
init x ~ 0.27, y ~ -1.9, z ~ -1, x' ~ 0, y' ~ -0.83, z' ~ 0
END
expect "a row that holds at one time" sh -c '! "$1" check "$2" 2>/dev/null | grep -q "r0 .*redundant here"' sh "$program" "$folder/once.nh"

# What the geometric rows fix is no function that is constant besides them.
cat >"$folder/fixed.nh" <<'END'
coord x, y, z
kinetic x'^2/2 + y'^2/2 + z'^2/2
constraint r0: x + z^3 - 3*z = 0
constraint r1: x' = 0
constraint r2: x^2 = 3
init x ~ 1.7320508075688772, z ~ 1.2855752193730787, y' = 0.5
END
expect "constants besides geometric rows" sh -c '! "$1" check "$2" 2>/dev/null | grep -q "^  conserved"' sh "$program" "$folder/fixed.nh"

# ---- equations that do not determine all accelerations ----

model swung "param l = 1.3, g = 9.81" "coord phi, theta, psi" "body B { rotation Rz(phi)*Rx(theta)*Rz(psi) }" \
    "point P = B.at([0, 0, -l]) mass 1" "gravity [0, 0, -g]" "init theta = 1, phi' = 2"
swung=$folder/swung.nh
check "a gauge" 0 "^  gauge +psi'' can be any functions of time, and all other accelerations are determined" . check "$swung"
check "a gauge, JSON" 0 "\"gauge\": \"psi''\"" '' check "$swung" --json
check "what is determined" 0 '^  equation  proved' '' holds "$swung" -q --equation "theta'' = sin(theta)*cos(theta)*phi'^2 - g/l*sin(theta)"
check "what is not" 5 "and psi'' = " '' holds "$swung" -q --equation "psi'' = 0"
check "a motion with psi'' = 0" 0 'time: from 0 to 1: finished' "note: the equations of motion do not determine psi''" run "$swung" --to 1
check "the same by Routh's equations" 0 'phi = 3.4000[0-9]* .*2.3462' "note: the equations of motion do not determine psi''" run "$swung" --to 1 --form routh
check "no column of a gauge" 0 "^t,phi,theta,psi,phi',theta',psi',E\$" . run "$swung" --to 1 --csv -
# theta'' = sin theta cos theta phi'^2 - g/l sin theta, phi'' = -2 cot theta phi' theta' (l^2 sin(theta)^2 phi' is constant), by mpmath
printf "phi,theta,psi,phi',theta',psi'\n0.3,1.1,0.7,1.25,-0.5,2\n" >"$folder/swung.csv"
check "50 digits beside a gauge" 0 "^0,0.63621013154883050898696474418867672326683373403525,-6.0935500323641610799949198475231082964283371723179,,-" . \
    eval "$swung" --states "$folder/swung.csv" --digits 50
model round "coord x, y" "lagrangian x'*y' - x*y" "constraint c: y' = x" "init x = 1, y = 0"
round=$folder/round.nh
check "a forced constraint" 0 "hidden constraint   x' \+ y = 0; added as constraint hidden\[1\]" "imply x' \+ y = 0" check "$round"
check "what follows" 0 '^  equation  proved' '' holds "$round" -q --equation "x'' = -x"
check "a multiplier that follows" 0 '^  equation  proved' '' holds "$round" -q --equation "lambda.c = 0"
check "rows do not imply it" 5 '^  not implied' '' implies "$round" -q --given c --then "x' = -y"
check "displacements are those of the rows" 0 'Chetaev displacements           1 = 2 coordinates' '' displacements "$round" -q
check "no vakonomic motions" 7 '' 'does not apply: Lagrange.s equations do not determine all accelerations' run "$round" -q --form vakonomic
model nowhere "coord x, y" "kinetic x'^2/2" "potential y"
check "no motions at all" 0 . 'warning: Lagrange.s equations contradict each other, and there are no motions: they imply .*1 = 0' check "$folder/nowhere.nh"

finish
