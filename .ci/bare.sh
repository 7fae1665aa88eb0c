#!/usr/bin/env bash
# bare.sh COMMAND…: runs a command in a clone of this checkout's commit, as on a machine with Node.js and nothing more: as an
# ordinary user, whose PATH has Node.js, npm, git and the programs of Debian's core packages. So a spec of the tier core that
# needs docker, java, python, openssl, curl, script, ps or root fails. Needs root and Debian.
set -euo pipefail
cd "$(dirname "$0")/.."
work=${CI_WORK:-/var/tmp/tributary-ci}/bare
user=65534                                   # has no rights of its own
umask 022                                    # the user reads what root creates here

rm -rf "$work/bin" "$work/clone"
mkdir -p "$work/bin" "$work/home"
for program in node npm npx git $(dpkg -L coreutils dash bash tar gzip sed grep findutils hostname | grep -E '^(/usr)?/bin/.'); do
  ln -sf "$(command -v "$program")" "$work/bin/"
done
git clone --quiet --no-hardlinks . "$work/clone"
# The installed packages as hard links: only the directories are the user's.
for modules in node_modules apps/*/node_modules libs/*/node_modules; do
  [ ! -d "$modules" ] || cp -al "$modules" "$work/clone/$modules" 2>/dev/null || rm -rf "$work/clone/node_modules"
done
find "$work/home" "$work/clone" \( -path '*/node_modules/*' ! -type d \) -prune -o -exec chown -h "$user:$user" {} +

cd "$work/clone"
kept=(HOME="$work/home" PATH="$work/bin" TMPDIR="${TMPDIR:-/tmp}" CI="${CI:-true}" NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS:-}")
# Settings of npm for this machine: a registry, its authority.
while IFS= read -r setting; do kept+=("$setting"); done < <(env | grep -i '^npm_config_' || true)
[ ! -s /etc/ssl/certs/ca-certificates.crt ] || kept+=(npm_config_cafile="${npm_config_cafile:-/etc/ssl/certs/ca-certificates.crt}")
exec setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs env -i "${kept[@]}" "$@"
