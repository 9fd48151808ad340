#!/bin/sh
# The PostgreSQL image runs this script once, if the volume is empty. Reeve gets an ordinary role, because a superuser could
# change the audit log.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username=postgres <<'SQL'
create role reeve login password :'password';
create database reeve owner reeve;
SQL
