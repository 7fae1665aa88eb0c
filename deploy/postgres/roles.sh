#!/bin/sh
# Creates a role and a schema for each app with tables. The role has its own password, owns its schema, and has no
# privilege on any other. PostgreSQL's image runs this when it creates the database. It can run again at any time, and then
# sets the passwords of its environment: docker compose exec postgres /docker-entrypoint-initdb.d/roles.sh
set -eu

run() { psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" "$@"; }

# role APP: psql reads the password from <APP>_DATABASE_PASSWORD, so no argument of a process shows it
role() {
  run --set role="tributary_$1" --set schema="$1" --set variable="$(echo "$1" | tr '[:lower:]' '[:upper:]')_DATABASE_PASSWORD" <<'SQL'
\getenv password :variable
select format('create role %I', :'role') where not exists (select from pg_roles where rolname = :'role') \gexec
alter role :"role" login nosuperuser nocreatedb nocreaterole noreplication password :'password';
grant connect, temporary on database :"DBNAME" to :"role";
create schema if not exists :"schema" authorization :"role";
SQL
}

# By default every role may connect to a new database and create temporary tables in it.
run <<'SQL'
revoke all on database :"DBNAME" from public;
revoke all on schema public from public;
SQL
for app in activity_analysis admin tracking_ingest import_worker warehouse_metadata; do role "$app"; done
