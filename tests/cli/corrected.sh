#!/bin/sh
# Systems of which an answer once was false, each with the answer that is right: corrected.sh PROGRAM.
# Degenerate rows, holes and kinks are in degenerate.sh, exit statuses in agreement.sh, files and signals in files.sh.
program=$1
. "$(dirname "$0")/check.sh"

# model NAME LINE...: the file NAME.nh.
model() {
    file=$1
    shift
    printf '%s\n' "$@" >"$folder/$file.nh"
}

# judge NAME STATUS ANSWER ARGUMENT...: holds of $folder/NAME.nh, without corrections.
judge() {
    judged=$1 code=$2 answer=$3
    shift 3
    check "$judged: $*" "$code" "$answer" "" holds --quick -q "$folder/$judged.nh" "$@"
}

# ---- 1: rows without a gradient of their own ----

model forced "coord x, y" "kinetic x'^2/2 + 9*y'^2/2" "constraint a: (x' - y')^2 = 0" "force x: 1" "init x' = 0.5, y' ~ 0.5"
check "a square under a force: check" 0 "energy              unknown" "the rank condition fails" check "$folder/forced.nh"
check "a square under a force: run" 3 "singular at t = 0" "." run "$folder/forced.nh" --to 1
check "a square under a force: verify" 6 "chetaev +undecided" "" verify "$folder/forced.nh"

# ---- 2: hidden rows with other values of the parameters ----

particle="coord x, y, z
point P = [x, y, z] mass 1"
model hidden "param a = 1" "$particle" "constraint p: x' = y" "constraint q: x' = a*z" "init x = 0, y = 1, z = 1"
model stated "param a = 1" "$particle" "constraint p: x' = y" "constraint q: x' = a*z" "constraint r: y = a*z" "init x = 0, y = 1, z = 1"
for file in hidden stated; do
    judge "$file" 5 "refuted" --equation "y = z"
    judge "$file" 0 "certified|proved" --equation "y = a*z"
done
check "a search for corrections says nothing of the start" 5 "y = a\*z" "" holds "$folder/stated.nh" --equation "y = z"

# ---- 3: implications ----

implies() {
    model_of=$1 given=$2 then=$3 code=$4 answer=$5
    check "$given => $then" "$code" "$answer" "" implies -q "$model_of" --given "$given" --then "$then"
}
for given in "|P'|*z' = 0" "0 = |P'|" "|P'|*x' = 0" "-|P'| = 0" "|P'| = 2*|P'|" "0 = |x|" "z'/|P'| = 0"; do
    implies leibniz "$given" "x = 7" 5 "not implied"
done
implies leibniz "|P'| = 2*|P'|" "x' = 0" 0 "implied, proved$"
model plane "coord x, y" "kinetic (x'^2 + y'^2)/2"
implies "$folder/plane.nh" "x'^2 = y'^2" "x' = y'" 5 "it fails on a whole component"
implies "$folder/plane.nh" "sin(x') = 0" "x' = 0" 5 "not implied"
model pair "coord x[1..2], y[1..2], z[1..2]" "point P[i=1..2] = [x[i], y[i], z[i]] mass 1" \
    "condition cauchy: dot(P[1]', P[2]')^2 = dot(P[1]', P[1]')*dot(P[2]', P[2]')" \
    "condition triangle: |P[1]' + P[2]'| = |P[1]'| + |P[2]'|" "condition parallel: cross(P[1]', P[2]') = 0"
implies "$folder/pair.nh" "|P[1]'|*x[2]' = 0" "x[2]' = 0" 0 "P\[1\]' = 0,  that is"
for given in cauchy triangle; do implies "$folder/pair.nh" "$given" parallel 0 "implied, proved$"; done
implies "$folder/pair.nh" parallel triangle 5 "not implied"

# ---- 4, 5: coefficients, and derivatives of H, R and Ltilde, as derive prints them ----

model central "param m = 1" "coord r, a" "kinetic m/2*(r'^2 + r^2*a'^2)" "potential r^2" "init r = 1, r' = 0.3, a' = 0.5"
model cyclic "coord r, s, a" "lagrangian (r'^2 + s'^2)/2 + r^2*a'^2/2" "constraint g: r' = s*s'" "init r = 1, s = 0.5, s' = 0.3, a' = 0.4"
model sledge "param m = 1, J = 0.5, a = 0.3" "coord x, y, phi" \
    "kinetic m/2*((x' - a*sin(phi)*phi')^2 + (y' + a*cos(phi)*phi')^2) + J/2*phi'^2" "potential x*phi" \
    "constraint c: x'*sin(phi) - y'*cos(phi) = 0" "quasi v = x'*cos(phi) + y'*sin(phi), w = (1 + x^2)*phi'" \
    "init x = 0.2, y = 0.1, phi = 0.4, phi' = 1, x' ~ 1"
# printed MODEL FORM: what derive prints is proved.
printed() {
    "$program" derive -q "$1" --form "$2" --as claims >"$folder/claims.txt"
    check "$1, $2: what is printed" 0 "^proved; seed 1" "" holds --quick -q "$1" --file "$folder/claims.txt"
}
for name in knife-edge incline-skate right-angle appell-hamel-limit skate-pendulum; do printed "$name" voronec; done
printed knife-edge hamel
printed knife-edge reduced
printed "$folder/central.nh" hamilton
printed "$folder/cyclic.nh" routh
printed "$folder/sledge.nh" hamel
judge central 0 "proved" --equation "diff(hamilton.H, r) = 2*r - m*r*a'^2"
judge central 5 "refuted" --equation "diff(hamilton.H, r) = 2*r + m*r*a'^2"
judge cyclic 0 "proved" --equation "diff(routh.R, r) = r*a'^2"
judge sledge 0 "proved" --equation "diff(hamel.Ltilde, v) = m*v"

# ---- 6: the transposition matrix of the model ----

model transposed "coord x, y, phi" "kinetic (x'^2 + y'^2 + phi'^2)/2" "potential x" "constraint c: x'*sin(phi) - y'*cos(phi) = 0" \
    "transposition omega[phi,phi] = x'" "init x' = 1, phi' = 1, mu.c = 0.5"
check "another matrix than the least one" 5 "vakonomic-modified:model +disagrees" "" verify "$folder/transposed.nh"
model accelerated "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint g: y' = x*x' + t" "transposition omega[y,x] = x''" "init x = 1, x' = 1, mu.g = 1"
check "a matrix with an acceleration" 0 "\(1 - mu.g\)\*x'' = x\*mu.g'" "" derive "$folder/accelerated.nh" --form vakonomic-modified

# ---- 7: no value, order of parameters ----

model speed "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: x'^2 + y'^2 = 4" "init x' = 1"
judge speed 7 "no value" --equation "(x'^2 + y'^2 - 4)/(x'^2 + y'^2 - 4) = 1"
judge speed 7 "no value" --equation "sqrt(-1 - x'^2)^2 = -1 - x'^2"
judge plane 0 "certified" --equation "sqrt(x*x) = sqrt(x)*sqrt(x)"
model order "param a = 2, b = 1" "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: x' = (a - b)*y'" "init y' = 1"
judge order 5 "refuted" --equation "|x'| = (a - b)*|y'|"

# ---- 8: places ----

model light "param c = 2, k = 0.4" "coord x, y, z" "lagrangian -c^2*sqrt(1 - (x'^2 + y'^2 + z'^2)/c^2) - k*x*y + t*z*x'/5" \
    "constraint g: z' = x'*y'/2 + t*x/4" "init x = 0.3, y = 0.2, z = 0.1, x' = 0.5, y' = 0.4"
check "no place outside the domain of L" 0 "^singular configurations: none$" "" check "$folder/light.nh"
model racer "param m1 = 1, I1 = 0.5, m2 = 0.1, I2 = 0.05, d1 = 1, d2 = 0.3, a = 0.5, w = 2" "coord x, y, th, phi" \
    "body A { at [x, y], rotation Rz(th), mass m1, inertia I1 }" "point J = A.at([d1, 0])" \
    "body B { at J - Rz(th + phi)*[d2, 0], rotation Rz(th + phi), mass m2, inertia I2 }" \
    "constraint rear: dot(A.c', A.R*[0, 1]) = 0" "constraint front: dot(B.c', B.R*[0, 1]) = 0" "constraint steer: phi = a*sin(w*t)" \
    "init x = 0, y = 0, th = 0, phi = 0"
check "places of the choice" 0 "^  this choice fails where cos\(th\) = 0" "" check "$folder/racer.nh"
check "and those for other values" 0 "perhaps this choice fails where d1\*cos\(phi\) - d2 = 0" "" check "$folder/racer.nh"
model rubber "param m = 1, r = 0.5, R = 1, I1 = 0.08, I2 = 0.1, I3 = 0.13" "coord th, ph, q0, q1, q2, q3" \
    "let n = [sin(th)*cos(ph), sin(th)*sin(ph), cos(th)]" \
    "body B { at (R + r)*n, rotation quaternion(q0, q1, q2, q3), mass m, inertia diag(I1, I2, I3) }" \
    "let e1 = [cos(th)*cos(ph), cos(th)*sin(ph), -sin(th)], e2 = [-sin(ph), cos(ph), 0]" "constraint roll1: dot(B.velocity(R*n), e1) = 0" \
    "constraint roll2: dot(B.velocity(R*n), e2) = 0" "constraint twist: dot(B.omega, n) = 0" "init th = 1, ph = 0, q0 ~ 1, q1 = 0.3, th' = 0.5, ph' = 0.7"
check "a velocity that is nowhere at a pole" 0 "^  the accelerations are not determined where sin\(th\) = 0$" "" check "$folder/rubber.nh"
expect "no place that |q| = 1 excludes" sh -c '! grep -Eq "where q[0-3]\^?2? *[+=]" "$1"' sh "$folder/out"
check "no place at which no state is" 0 "^singular configurations: none$" "" check weighted-speed

# ---- 9, 11: vectors of rows that depend on each other ----

model spin "coord phi, q0, q1, q2, q3" "body B { rotation quaternion(q0, q1, q2, q3), inertia diag(1, 1, 1) }" "kinetic phi'^2/2" \
    "constraint c: (phi' - B.omega.z)*[cos(phi), sin(phi), 0] = 0" "init phi' = 1, phi = 0, q0 = 1, B.omega.x = 0.5"
for form in chetaev udwadia maggi voronec appell reduced hamel; do
    check "past the place of one of two rows, $form" 0 "^time: from 0 to 10: finished" "" run "$folder/spin.nh" --to 10 --form $form -q
done
model tower "param M = 2, m = 1, R = 0.5, r = 0.25, g = 9.81" "coord X, a, b, th" "body A { at [X, R], rotation Rz(a), mass M, inertia M*R^2/2 }" \
    "let n = [sin(th), cos(th)]" "body B { at A.c + (R + r)*n, rotation Rz(b), mass m, inertia m*r^2/2 }" "gravity [0, -g]" \
    "constraint ground: A.velocity([X, 0]) = 0" "constraint contact: B.velocity(A.c + R*n) = A.velocity(A.c + R*n)" "init th = 0.01"
"$program" run -q "$folder/tower.nh" --to 1 --csv "$folder/tower.csv" >"$folder/out"
expect "the force of the ground" sh -c "tail -1 '$folder/tower.csv' | grep -Eq ',-0\.37880210[0-9]*,0\.0386040[0-9]*,'"
model legs "const n = 3" "param m = 2, r = 0.4, l = 1.5, g = 9.81, J = m*r^2/2" "coord x, y, z, q0, q1, q2, q3" \
    "body B { at [x, y, z], rotation quaternion(q0, q1, q2, q3), mass m, inertia diag(J/2, J/2, J) }" "gravity [0, 0, -g]" \
    "let p[i=1..n] = r*[cos(2*pi*i/n), sin(2*pi*i/n), 0]" "constraint leg[i=1..n]: |B.at(p[i]) - p[i]| = l" \
    "init x = 0, y = 0, z ~ -1.5, q0 = cos(0.05), q3 = sin(0.05), q1 = 0, q2 = 0"
for n in 3 6; do
    check "$n legs" 0 "z = -1.49965394" "" run -q "$folder/legs.nh" --set n=$n --to 8
done
model cylinder "param m = 1, r = 0.2, R = 1, k = 2/5, g = 9.81, I = k*m*r^2" "coord phi, z, a, b, c" "let n = [cos(phi), sin(phi), 0]" \
    "body B { at (R - r)*n + [0, 0, z], rotation Rz(a)*Rx(b)*Rz(c), mass m, inertia diag(I, I, I) }" "point C = R*n + [0, 0, z]" "gravity [0, 0, -g]" \
    "constraint along: dot(B.velocity(C), [-sin(phi), cos(phi), 0]) = 0" "constraint up: B.velocity(C).z = 0" \
    "init b = 1.2, phi = 0, z = 0, phi' = 3, z' = 0, B.omega.x = 2" "claim const: phi'' = 0"
check "a claim of terms that are 0" 0 "claims: 1 holds along this motion" "" run -q "$folder/cylinder.nh" --to 2

# ---- 10: no form divides by what is 0 at the start; one choice in check and derive ----

model quasi "param m = 1, r = 1, I1 = 0.4, I2 = 0.5, I3 = 0.7" "coord x, y, q0, q1, q2, q3" \
    "body B { at [x, y, r], rotation quaternion(q0, q1, q2, q3), mass m, inertia diag(I1, I2, I3) }" "constraint roll: B.velocity([x, y, 0]) = 0" \
    "quasi p = B.Omega.x, q = B.Omega.y, s = B.Omega.z" "init q0 = 1, B.Omega = [1, 0.2, 0.3]"
check "quasi-velocities of a ball" 0 "^  q1' = q0\*p/2 - q3\*q/2 \+ q2\*s/2$" "" derive -q "$folder/quasi.nh" --form hamel
model oscillator "coord x, y, z" "kinetic (x'^2 + y'^2 + z'^2)/2" "potential y^2/2" "constraint c: z' = y*x'" "init y = 1, x' = 0.5, y' = 0.3"
check "the choice of check" 0 "independent velocities x', y'" "" check "$folder/oscillator.nh"
check "that of derive" 0 "unknowns     x'', y''" "" derive "$folder/oscillator.nh" --form chaplygin

# ---- 12: one evidence for one fact; seeds ----

expect "one evidence for one fact" sh -c '"$1" check leibniz --json | grep -c "\"homogeneous_by\": \"certified\"" | grep -qx 2' sh "$program"
model seeds "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: x'^2 + y'^2 = 1 + x^2"
expect "the seed of a program" sh -c '
    "$1" derive -q --init random --as c --seed 1 "$2" >"$3/a" && "$1" derive -q --init random --as c --seed 2 "$2" >"$3/b" && ! cmp -s "$3/a" "$3/b"' \
    sh "$program" "$folder/seeds.nh" "$folder"

# ---- 13: events and conditions between steps ----

model disc "param m = 1, R = 0.5" "coord x, y, ph, th" "kinetic m*(x'^2 + y'^2)/2 + m*R^2/8*ph'^2 + m*R^2/4*th'^2" \
    "constraint a: x' = R*th'*cos(ph)" "constraint b: y' = R*th'*sin(ph)" "init th' = 10, ph' = 0.3"
cp "$folder/disc.nh" "$folder/stop.nh"
echo "event turn: sin(th)" >>"$folder/disc.nh"
echo "stop when cos(th) < -0.99999" >>"$folder/stop.nh"
check "events in long steps" 0 "\.\.\. and 306 more" "" run -q "$folder/disc.nh" --to 100
check "an end in a long step" 0 "stop at t = 0.3137" "" run -q "$folder/stop.nh" --to 100

# ---- 15, 18: jumps, signs, assumptions ----

judge plane 5 "refuted" --equation "sign(x)^2 = 1"
judge plane 5 "refuted" --equation "sign(x)^2 = 1" --init x=1
model step "coord x" "kinetic x'^2" "potential if(x > 1, 1, 0)" "init x' = 1"
check "a jump of the potential" 3 "singular at t = 1: the kinetic or potential energy jumps" "" run -q "$folder/step.nh" --to 3
model spring "param m, k" "coord x" "point P = [x, 0] mass m" "spring P, [0, 0] stiffness k"
judge spring 0 "^  equation  proved" --equation "m*x'' = -k*x"
judge spring 0 "^  equation  proved" --equation "m*x'' = -k*x" --assume "x >= 0" --assume "x <= 0"

# ---- 16: work ----

model power "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: x'^1000 + y'^1000 = 1" "init x' = 0.5"
check "high powers" 0 "regular             yes, everywhere" "" check "$folder/power.nh"
expect "the same bytes twice" sh -c '
    "$1" compare leibniz --to 0.1 --json >"$2/a" && "$1" compare leibniz --to 0.1 --json >"$2/b" && cmp -s "$2/a" "$2/b"' sh "$program" "$folder"

# ---- 17: which rows are left out ----

model wheels "param R = 0.1, m = 0.5, Ia = 0.01, Il = 0.02, track = 0.5, mb = 0.01, d = 0.2" "coord x, y, phi, th1, th2" "let A = Rz(phi)" \
    "point O = [x, y, R] mass mb" "body W1 { at O + A*[0, track/2, 0], rotation A*Ry(th1), mass m, inertia diag(Il, Ia, Il) }" \
    "body W2 { at O - A*[0, track/2, 0], rotation A*Ry(th2), mass m, inertia diag(Il, Ia, Il) }" \
    "force O + A*[d, 0, 0]: [max(0, min(1, 2 - t)), max(0, min(2, 2*(t - 1))), 0]" "constraint roll1: W1.velocity(W1.c - [0, 0, R]) = 0" \
    "constraint roll2: W2.velocity(W2.c - [0, 0, R]) = 0" "init x = 0.1, y = 0.1, phi = 0, th1 = 0, th2 = 0" "watch u = |lambda.roll1| + |lambda.roll2|"
"$program" run -q "$folder/wheels.nh" --to 3 --csv "$folder/wheels.csv" >"$folder/out"
expect "forces of a wheel set" awk -F, 'NR > 1 && $NF > 2 { exit 1 } END { exit NR < 10 }' "$folder/wheels.csv"
model turning "coord x, y" "point P = [x, y] mass 1" "force P: [0, -1]" "constraint a: cos(t)*y' = 0" "constraint b: sin(t)*y' = 0" "init x' = 1" \
    "watch u = |lambda.a| + |lambda.b|"
"$program" run -q "$folder/turning.nh" --to 3 --csv "$folder/turning.csv" >"$folder/out"
expect "forces of two rows that take turns" awk -F, 'NR > 1 && $NF > 1.5 { exit 1 } END { exit NR < 3 }' "$folder/turning.csv"

# ---- 19: warnings without a cause ----

model names "coord q1, Q1" "kinetic (q1'^2 + Q1'^2)/2" "init q1 = 1"
check "names that differ" 0 "degrees of freedom  2" "" check "$folder/names.nh"
model sine "coord x, y" "kinetic (x'^2 + y'^2)/2" "constraint c: x' = sin(y')" "init y' = 1"
check "no radical in a sine" 0 "explicit form: transcendental" "" check "$folder/sine.nh"

finish
