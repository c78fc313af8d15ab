#!/bin/sh
# Names: sh names.sh SOURCE_DIR
#
# Fails, naming file and line, on
#   - a static function of src/ or apps/ whose name is one word (`keep`, `find`): it cannot be searched for, and says too little. Verb and
#     object (`keep_state`), what it gives (`value_of`, `dot_product`), or is_ and has_ serve;
#   - a struct, union or enumeration that is called by a gerund (`finding`): it is a thing (`search`, `request`, `writer`). Nouns that end
#     like one stand in the list below;
#   - code that compares the name of a formulation: facts about one are fields of its line in src/model/forms.def.

set -eu
cd "$1"
LC_ALL=C
export LC_ALL

folders=
for folder in src apps; do
    [ ! -d "$folder" ] || folders="$folders $folder"
done
# No file of the project has a blank in its name.
# shellcheck disable=SC2046,SC2086
exec awk '
    BEGIN {
        count = split("binding colouring crossing drawing matching meaning reading ring setting spring string thing wording", list, " ")
        for (i = 1; i <= count; i++) is_noun[list[i]] = 1
    }
    function complain(text) { print FILENAME ":" FNR ": " text; failed = 1 }
    function last_word(name) { sub(/.*_/, "", name); return name }
    function judge_type(name) {
        if (last_word(name) ~ /ing$/ && !(last_word(name) in is_noun)) complain("the type " name " is no noun")
    }
    # The declarator of a static at the left edge: what stands before the first parenthesis, where that is one of a function.
    /^(NH_[A-Z_]+(\([^()]*\))? )*static[ \t]/ {
        line = $0
        gsub(/__attribute__\(\([^()]*(\([^()]*\))?\)\)/, "", line)
        sub(/^(NH_[A-Z_]+(\([^()]*\))? )*/, "", line)
        if (match(line, /^[^=;"(]*[A-Za-z_0-9] ?\(/)) {
            name = substr(line, 1, RLENGTH - 1)
            sub(/ $/, "", name)
            begin = name
            sub(/[A-Za-z_0-9]+$/, "", begin)
            name = substr(name, length(begin) + 1)
            # "static void (*const table[])(...)" declares no function
            if (substr(line, RLENGTH + 1, 1) != "*" && name !~ /_/) complain("the static function " name " has a name of one word")
        }
    }
    /^[ \t]*(typedef )?(struct|union|enum) [A-Za-z_0-9]+ \{/ {
        name = $0
        sub(/^[ \t]*(typedef )?(struct|union|enum) /, "", name)
        sub(/ .*/, "", name)
        judge_type(name)
    }
    /^} [A-Za-z_0-9]+;/ { judge_type(substr($2, 1, length($2) - 1)) }
    /strcmp\([^()]*[>.]form->name/ {
        complain("a formulation is asked for its name; a field of forms.def says what is wanted")
    }
    END { exit failed }' $(find $folders -type f -name '*.[ch]' | sort)
