#!/bin/sh
# Constraints with accelerations, through all commands: accelerations.sh PROGRAM.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

# Along the first, x' - y = 0.3 and with it x'' = y', y'' = -x, so that x''' = -x.
cat >"$folder/follow.nh" <<'END'
param m = 2, k = 3
coord x, y
kinetic m*x'^2/2 + y'^2/2
potential k*x^2/2 + x*y
constraint c: x'' = y'
init x = 1, x' = 0.5, y = 0.2, y' = -0.3
simulate t = 0..3
claim third: x' - y = 0.3
claim force: lambda.c = m*x'' + k*x + y
END
# x x' + y y' is constant, and so z'^2 + 4 z^2: x^2 + y^2 = 1.25 + t, z = cos(2 t).
cat >"$folder/lower.nh" <<'END'
coord x, y, z
kinetic (x'^2 + y'^2 + z'^2)/2
potential 9.81*z
constraint s: x*x'' + x'^2 + y*y'' + y'^2 = 0
constraint r: z'' + 4*z = 0
init x = 1, y = 0.5, y' = 1, z = 1
simulate t = 0..5
claim circle: x^2 + y^2 = 1.25 + t
claim wave: z = cos(2*t)
END
cat >"$folder/mixed.nh" <<'END'
system "Mixed"
param a = 1.3, g = 9.81
coord x, y, z
kinetic (x'^2 + 2*y'^2 + 3*z'^2)/2
potential g*z + x^2*y^2/2
force x: -x'
constraint n: z' = x*y'
constraint c: x'' + z*y'' = a*x'*y' + sin(t)
condition d: x'' = 1
init x = 1, x' = 0.5, y = 0.2, y' = -0.3, z = 0.1
simulate t = 0..3
END
cat >"$folder/contrary.nh" <<'END'
coord x, y
kinetic (x'^2 + y'^2)/2
constraint s: x'' = 1
constraint r: x'' + y'' = 2
constraint u: y'' = x'
init x' = 2
simulate t = 0..1
END
cat >"$folder/spare.nh" <<'END'
coord x, y
kinetic (x'^2 + y'^2)/2
potential x
constraint s: x' = y'
constraint r: x'' = y''
init x' = 1, x = 1, y' = 1
simulate t = 0..1
END
follow=$folder/follow.nh
mixed=$folder/mixed.nh

# what check says: freedoms, derivatives of constraints on velocities, conflicts
check freedoms 0 '^  free accelerations  1: 2 degrees of freedom - 1 independent constraint on accelerations \(certified\)$' '' check "$follow"
check derivative 0 '^  c  acceleration, the derivative of a constraint on velocities \(proved\)' '' check "$follow"
check function 0 "^  constant by c: x' - y\$" '' check "$follow"
check factor 0 "^  constant by r: z'\^2 \+ 4\*z\^2, whose derivative is \(2\*z'\)\*r\$" '' check "$folder/lower.nh"
check no-derivative 0 '^  c  acceleration, rheonomic, not the derivative of a constraint on velocities \(proved\)' '' check "$mixed"
check energy 0 '^  energy              not conserved \(certified\): changed by constraints$' '' check "$follow"
check kinds 0 '^constraints: 2, kinematic, and 1 on accelerations$' '' check "$mixed"
check lost-rank 0 '^  the constraints lose rank where x = 0 and y = 0$' '' check "$folder/lower.nh"
check conflict 0 "the constraint 'u' agrees with the others only where 1 - x' = 0" '' check "$folder/contrary.nh"
check spare 0 '^  r  acceleration, .*, redundant here \(certified\)' '' check "$folder/spare.nh"
check spare-energy 0 '^  energy              conserved \(proved\)$' '' check "$folder/spare.nh"
check as-json 0 '^  "rows": \{"geometric": 0, "kinematic": 1, "accelerations": 1, "conditions": 1\}' '' check "$mixed" --json
check lifted 0 '^  free accelerations  0: ' '' check "$mixed" --with d

# the formulations agree, balances hold
check verify 0 '^all that applies agrees and holds$' '' verify "$mixed"
for form in udwadia maggi voronec acceleration appell reduced hamel; do
    check "verify-$form" 0 "^  $form  *agrees " '' verify "$mixed"
done
check verify-not 0 "^  vakonomic  *no: a constraint contains accelerations\$" '' check "$mixed"
check vakonomic 7 '' "the constraint 'c' contains accelerations" run "$mixed" --form vakonomic
check hamilton 7 '' 'does not apply' derive "$follow" --form hamilton

# motions keep what follows, and claims along them are closed forms
check run 0 "^  x' - y = 0\.3 initially, changes by at most [0-9.]*e-1[67]\$" '' run "$follow"
check run-claims 0 '^claims: 2 hold along this motion, within [0-9.]*e-1[67] ' '' run "$follow"
check run-circle 0 '^claims: 2 hold along this motion, within [0-9.]*e-1[01] ' '' run "$folder/lower.nh"
check run-maggi 0 '^claims: 2 hold along this motion, within [0-9.]*e-1[01] ' '' run "$folder/lower.nh" --form maggi
check run-hamel 0 ': finished$' '' run "$mixed" --form hamel
check contradiction 1 '' "constraint 'u' cannot hold at the initial state: it contradicts the accelerations" run "$folder/contrary.nh"
check without 0 ': finished$' '' run "$folder/contrary.nh" --without u

# equations that were derived by hand
check proved 0 '^proved' '' holds "$mixed" --equation "lambda.c = x'' + x' + x*y^2"
check proved-row 0 '^proved' '' holds "$mixed" --equation "x'' + z*y'' = a*x'*y' + sin(t)"
check refuted 5 '^refuted' '' holds "$mixed" --equation "x'' = y''"
check moves 0 '^proved' '' holds "$follow" --set k=3 --motion 'x = 0, y = 0'
check stays 5 '^refuted' '' holds "$follow" --motion 'x = cos(t), y = 0'
check implies 7 '' "the constraint 'c' contains accelerations" implies "$mixed" --then c

# not linear in the accelerations: of all with the size a those along the force have the least compulsion, x'' = a f/|f| with f = (-x/m, -g)
cat >"$folder/size.nh" <<'END'
param m = 2, a = 3, g = 9.81
coord x, y
kinetic m*(x'^2 + y'^2)/2
potential m*g*y + x^2/2
constraint c: |[x'', y'']|^2 = a^2
init x = 1, x' = 0.5, y = 0.2, y' = -0.3
simulate t = 0..3
claim along: x'' = -a*x/m/sqrt((x/m)^2 + g^2)
claim multiplier: lambda.c = m/2 - sqrt(x^2 + (m*g)^2)/(2*a)
claim force: reaction(P, c) = 2*lambda.c*[x'', y'']
point P = [x, y]
END
sed -e '/^point/d' -e 's/^kinetic.*/point P = [x, y] mass m/' "$folder/size.nh" >"$folder/given.nh"
given=$folder/given.nh
check curved-kind 0 '^  c  acceleration, not linear, not the derivative of a constraint on velocities \(proved\)' '' check "$given"
check curved-count 0 '^  free accelerations  1: 2 degrees of freedom - 1 independent constraint on accelerations \(certified\)$' '' check "$given"
check curved-parameters 0 '^  parameters          3$' '' check "$given"
check curved-open 0 '^singular configurations: none found; unknown whether there are any$' '' check "$given"
check curved-json 0 '"curved": true' '' check "$given" --json
check curved-sheet 0 "^  m\*y'' = -m\*g \+ 2\*lambda.c\*y''\$" '' derive "$given"
check curved-text 0 "^constraint c: x''\^2 \+ y''\^2 - a\^2 = 0\$" '' show "$given" --expanded
for form in chetaev udwadia maggi voronec acceleration appell reduced hamel; do
    check "curved-$form" 0 "^  $form  *agrees " '' verify "$given"
    check "curved-run-$form" 0 '^claims: 5 hold along this motion, within [0-9.]*e-1[0-9] ' '2 accelerations were found .* least compulsion \(Gauss\)' \
        run "$given" --form "$form"
done
printf "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x''^2 + y''^2 = -1\ninit x' = 1\n" >"$folder/never.nh"
check curved-never 0 '^  free accelerations  unknown: ' '' check "$folder/never.nh"
check curved-never-run 3 'no accelerations were found that satisfy' '' run "$folder/never.nh"
check curved-claims 0 '^  equation.1.  *certified' '' holds "$given" --equation "x''^2 + y''^2 = a^2" --equation "m*g*x'' = x*y''"
check curved-refuted 5 '^  equation  *refuted' '' holds "$given" -q --equation "x''^2 + y''^2 = a^2 + 1e-20"
check curved-other 0 '^claims: 3 hold along this motion' 'nearest to the initial accelerations' run "$given" --init "y''~3"
check curved-held 1 '' "the initial accelerations contradict the constraints and the equations of motion: nearest to them is y'' = 2.996110909" \
    run "$given" --init "y''=3"
sed 's/= a^2/= -a^2/' "$given" >"$folder/never.nh"
check curved-none 3 'no accelerations were found that satisfy the constraints' '' run "$folder/never.nh" -q
check curved-c 7 '' 'not linear in the accelerations cannot be written as C' derive "$given" --as c
check curved-integrals 3 '' 'not linear in the accelerations' integrals "$given"
check curved-linearize 3 '' 'cannot be linearised' linearize "$given"
check curved-init 2 '' 'an acceleration cannot be an initial value' run "$follow" --init "y''~1"

# C: the numbers of eval
printf "t,x,y,z,x',y',z'\n0,1,0.2,0.1,0.5,-0.3,-0.3\n" >"$folder/start.csv"
for form in chetaev maggi; do
    check "c-$form" 0 '' '' derive "$mixed" --form "$form" --as c -o "$folder/mixed.c"
    expect "c-$form-compiles" cc -std=c99 -Wall -Werror -Dmixed_MAIN -o "$folder/mixed" "$folder/mixed.c" -lm
    "$folder/mixed" >"$folder/said"
    check "c-$form-eval" 0 '^written' '' eval "$mixed" --form "$form" --states "$folder/start.csv" -o "$folder/eval.csv"
    wanted=$(sed -n 's/^0,\([-0-9.]\{9\}\).*/\1/p' "$folder/eval.csv")
    expect "c-$form-numbers" grep -q -e "$wanted" "$folder/said"
done

finish
