#!/bin/bash
# Replaces the entrypoint of the official postgres image, as far as the test suites need it.
set -eo pipefail
case "${1:-postgres}" in -*) set -- postgres "$@" ;; postgres) [ $# -gt 0 ] || set -- postgres ;; *) exec "$@" ;; esac
for v in POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB POSTGRES_INITDB_ARGS; do
  f=${v}_FILE; [ -z "${!f:-}" ] || export "$v=$(<"${!f}")"
done
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/var/lib/postgresql "$0" "$@"
fi
user=${POSTGRES_USER:-postgres} db=${POSTGRES_DB:-${POSTGRES_USER:-postgres}}
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  if [ -z "${POSTGRES_PASSWORD:-}" ] && [ "${POSTGRES_HOST_AUTH_METHOD:-}" != trust ]; then
    echo >&2 'Error: POSTGRES_PASSWORD must be set (or POSTGRES_HOST_AUTH_METHOD=trust).'; exit 1
  fi
  eval 'initdb --username="$user" --pwfile=<(printf "%s\n" "${POSTGRES_PASSWORD:-}") --auth-local=trust -N '"${POSTGRES_INITDB_ARGS:-}"
  # initdb (16 and later) replaces the socket directory of postgresql.conf.sample by the compiled-in /tmp. The official build has /var/run.
  echo "unix_socket_directories = '/var/run/postgresql,/tmp'" >>"$PGDATA/postgresql.conf"
  printf '\nhost all all all %s\n' "${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}" >>"$PGDATA/pg_hba.conf"
  # The first start listens on the unix socket only, so that no client sees a half-initialised server.
  opts="-c listen_addresses='' -c fsync=off"; [ $# -lt 2 ] || opts+=" $(printf '%q ' "${@:2}")"
  pg_ctl -D "$PGDATA" -w -o "$opts" start >/dev/null || { echo >&2 'temporary server did not start'; exit 1; }
  run() { psql -v ON_ERROR_STOP=1 --no-password --no-psqlrc -U "$user" "$@"; }
  [ "$db" = postgres ] || run -d postgres -v db="$db" <<<'CREATE DATABASE :"db";'
  for f in /docker-entrypoint-initdb.d/*; do
    case "$f" in *.sh) if [ -x "$f" ]; then "$f"; else . "$f"; fi ;; *.sql) run -d "$db" -f "$f" ;; *.sql.gz) gunzip -c "$f" | run -d "$db" ;; esac
  done
  pg_ctl -D "$PGDATA" -m fast -w stop >/dev/null
  echo 'PostgreSQL init process complete; ready for start up.'
fi
exec "$@"
