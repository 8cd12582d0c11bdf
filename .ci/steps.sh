# Functions that .ci/run and .ci/nightly share. Sourced from the root of a clone.

bin=$PWD/.venv/bin
data=${KINGDOM_DATA:-../shared/data}
scratch=$(mktemp -d)
timings=()
export CI=${CI:-true}                            # Hypothesis then tries the same examples in every run
unset PYTHONDONTWRITEBYTECODE                    # otherwise each of hundreds of test processes compiles every module again
export KINGDOM_EXECUTED_TESTS=$scratch/executed  # conftest.py appends the outcome of every test to this file

finish() {
  rm -rf "$scratch"
  printf '\n== seconds per step\n'
  printf '%s\n' "${timings[@]}"
}
trap finish EXIT

step() { # TITLE COMMAND...
  local title=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$title"
  "$@"
  timings+=("$(printf '%6d  %s' $((SECONDS - start)) "$title")")
}

# Runs functions side by side, and shows what each printed once all have ended.
together() { # FUNCTION...
  local one failed=()
  local -A running=()
  for one; do
    (
      trap - EXIT
      set -e
      "$one"
    ) >"$scratch/$one.log" 2>&1 &
    running[$one]=$!
  done
  for one; do wait "${running[$one]}" || failed+=("$one"); done
  for one; do
    printf -- '-- %s\n' "$one"
    cat "$scratch/$one.log"
  done
  if ((${#failed[@]})); then
    echo "failed: ${failed[*]}"
    return 1
  fi
}

have() { command -v "$1" >/dev/null; }
have_data() { [ -f "$data/photos.json" ]; }
# Where there are no labelled photos, the tests that read them cannot run.
without_data() { have_data || echo " and not data"; }

# Installs the given Debian packages that are missing. Elsewhere, or without root, the tests that need them fail.
install_packages() { # PACKAGE...
  local missing=() package
  for package in "$@"; do
    dpkg-query --show --showformat='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing+=("$package")
  done
  if ((${#missing[@]} == 0)); then return 0; fi
  echo "${missing[*]}"
  if [ "$(id -u)" = 0 ] && have apt-get; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq || echo "the package lists could not be updated; using those on this machine"
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  else
    echo "cannot install packages without root and apt-get; continuing with what this machine has"
  fi
}

require_fixtures() {
  export KINGDOM_BROWSER_REQUIRED=1
  if have_data; then export KINGDOM_DATA_REQUIRED=1; fi
}

# Runs a command that must end with status 2 and a message that has the text.
fails_naming() { # TEXT COMMAND...
  local text=$1 status=0 said
  shift
  said=$("$@" 2>&1) || status=$?
  if [ "$status" != 2 ] || ! grep -q "$text" <<<"$said"; then
    echo "$* ended with $status: $said"
    return 1
  fi
}
