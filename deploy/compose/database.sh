#!/bin/sh
# Run once, by the image of PostgreSQL, on an empty volume. The server's role is an ordinary one: no privilege would keep a
# superuser from changing the audit log.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username=postgres <<'SQL'
create role reeve login password :'password';
create database reeve owner reeve;
SQL
