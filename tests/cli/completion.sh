#!/bin/sh
# Completion offers what the program has: completion.sh SOURCE PROGRAM. The words come from the program itself,
# `nonholo --complete WORD...`; bash's function is driven the way bash drives it.
# shellcheck disable=SC2013 # options have no blanks in them
set -u
source=$(cd "$1" && pwd)
program=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

# completed WORD...: the candidates, one a line, without their meaning.
completed() {
    "$program" --complete "$@" | cut -f 1
}

completed '' | grep -v '^-' | sort >"$folder/words"
"$program" help commands | sort | diff - "$folder/words" >"$folder/differences"
expect "commands: $(cat "$folder/differences")" test ! -s "$folder/differences"
for command in $("$program" help commands); do
    "$program" "$command" --help | grep -Eo '^  (-[a-z], )?--?[a-z]+' | grep -Eo -- '--?[a-z]+' | sort >"$folder/help"
    completed "$command" - | sort | diff "$folder/help" - >"$folder/differences"
    expect "options of $command: $(cat "$folder/differences")" test ! -s "$folder/differences"
done
topics=$(sed -n 's/^TOPIC(\([a-z]*\),.*/\1/p' "$source/apps/cli/help/topics.def")
for word in $topics; do expect "topic $word" test "$(completed help "$word")" = "$word"; done
expect formulations test "$(completed run leibniz --form '' | grep -c .)" -eq \
    "$(grep -c '^FORM("' "$source/src/model/forms.def")"
expect meaning grep -q '^voronec	the generalised equations of Voronec$' <<-END
	$("$program" --complete derive leibniz --form vor)
END
# where nothing can be listed nothing is
expect free test -z "$("$program" --complete run leibniz --set '')"
expect unknown test -z "$("$program" --complete rum leibniz --fo)"
expect other-command test -z "$(completed run leibniz --digits)"

# offered_for WORD...: what bash offers for the last word, one a line.
offered_for() {
    PATH=$(dirname "$program"):$PATH bash -c '
        source "$1/completion/nonholo.bash"
        shift
        COMP_WORDS=(nonholo "$@")
        COMP_CWORD=$#
        _nonholo
        printf "%s\n" "${COMPREPLY[@]}"' bash "$source" "$@" >"$folder/offered"
}

# offers NAME PATTERN WORD...
offers() {
    name=$1 pattern=$2
    shift 2
    (cd "$folder" && offered_for "$@")
    expect "$name: $(tr '\n' ' ' <"$folder/offered")" grep -qxe "$pattern" "$folder/offered"
}

if command -v bash >/dev/null; then
    touch "$folder/my model.nh" "$folder/other.txt"
    mkdir "$folder/sub"
    offers command check ch
    offers option --version --v
    offers model leibniz check lei
    offers file 'my model\.nh' check my
    offers folder sub/ show su
    offers set --set check leibniz --s
    offers expanded --expanded show --e
    offers names --names list --n
    offers motion --step run leibniz --st
    offers motion-model leibniz run lei
    offers motion-file other.txt run leibniz --csv oth
    offers comparison --forms compare leibniz --fo
    offers comparison-model leibniz compare lei
    offers comparison-form vakonomic compare leibniz --forms vak
    offers comparison-second chetaev,vakonomic compare leibniz --forms chetaev,vak
    offers evaluation --digits eval leibniz --d
    offers evaluation-model leibniz eval lei
    offers evaluation-file other.txt eval leibniz --states oth
    offers verification --samples verify leibniz --sa
    offers verification-model leibniz verify lei
    offers derivation --standalone derive leibniz --st
    offers derivation-model leibniz derive lei
    offers derivation-format latex derive leibniz --as la
    offers method dop853 compare leibniz --methods d
    offers all all derive leibniz --form al
    offers value never run leibniz --native ne
    offers several-forms chetaev,vakonomic report leibniz --forms chetaev,va
    offers first-form hamel report leibniz --forms hame
    offers topic language help lang
    offers output other.txt list -o oth
    (cd "$folder" && offered_for check oth)
    expect "no other files" test ! -s "$folder/offered" -o -z "$(tr -d '\n' <"$folder/offered")"
else
    echo "bash is not here: its function is not driven"
fi

finish
