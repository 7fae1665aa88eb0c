#!/usr/bin/env bash
# Installs schemathesis, which tests an API from its OpenAPI description, into a virtual environment of its own. All
# versions and checksums are pinned. Prints the path of the program.
#
#   schemathesis.sh          takes 20 s, once; the environment is kept until requirements.txt or Python changes
#
# Needs: Python 3.11 or later with venv (Debian's python3-venv), and PyPI.
set -euo pipefail
umask 022

here=$(cd "$(dirname "$0")" && pwd)
work=${SCHEMATHESIS_WORK:-/var/tmp/tributary-schemathesis}   # kept between runs
python=${PYTHON:-python3}

say() { printf '%s [schemathesis] %s\n' "$(date +%T)" "$*" >&2; }

mkdir -p "$work"
exec 9>"$work/lock"; flock 9                             # a second run waits, and finds the environment

recipe=$({ "$python" --version; command -v "$python"; cat "$here/schemathesis/requirements.txt" "$here/schemathesis.sh"; } | sha256sum | cut -c1-16)
environment=$work/venv-$recipe
if [ ! -e "$environment/.complete" ]; then
  say "installing …"
  rm -rf "$work"/venv-*
  "$python" -m venv "$environment"
  # Wheels only: a source package would run its own code during the installation.
  "$environment/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --no-deps \
    -r "$here/schemathesis/requirements.txt" >&2
  "$environment/bin/pip" check >&2
  touch "$environment/.complete"
  say "installed in $SECONDS s"
fi
echo "$environment/bin/schemathesis"
