#!/usr/bin/env bash
# The page's translations, by Babel: collect the words, bring the catalogues up to date, compile them.
#
#   tools/translations.sh               after words changed: then translate what is empty in the .po files, and run it again
#   tools/translations.sh extract FILE  writes the words of the source to FILE (a .pot file) and does no more
#   tools/translations.sh add LANGUAGE  begins the catalogue of one more language, such as "nl"
set -euo pipefail
cd "$(dirname "$0")/.."

places=(--domain=scorer --directory=scorer/i18n/locale)
template=$(mktemp)
trap 'rm -f "$template"' EXIT
python=.venv/bin/python
[ -x "$python" ] || python=python3
babel() { "${PYTHON:-$python}" -m babel.messages.frontend --quiet "$@"; }

extract() {
  # Words are literals at the call of one of these; "counted" takes a singular and a plural.
  babel extract --mapping=babel.cfg --no-default-keywords --keywords="tr mark Message counted:1,2" --sort-output \
    --no-location --no-wrap --project=kingdom-scorer --version=1 --output-file="$1" .
}

case "${1:-update}" in
  extract) extract "$2" ;;
  add)
    extract "$template"
    babel init --input-file="$template" --domain=scorer --output-dir=scorer/i18n/locale --locale="$2" --no-wrap
    ;;
  update)
    extract "$template"
    babel update --input-file="$template" --domain=scorer --output-dir=scorer/i18n/locale \
      --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap
    babel compile "${places[@]}"
    ;;
  *)
    sed -n 's/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
