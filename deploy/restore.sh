#!/bin/sh
# Puts the newest base backup, or that of a day (2026-11-21), into the empty data folder of the database. When the
# database starts, it replays all that was archived.
set -eu
day=${1:-$(ls /backups/base | grep -v '\.part$' | sort | tail -n 1)}
if [ -e "$PGDATA/PG_VERSION" ]; then
  echo "$PGDATA is not empty: move what is left of the database away first" >&2
  exit 1
fi
mkdir -p "$PGDATA"
tar -xzf "/backups/base/$day/base.tar.gz" -C "$PGDATA"
touch "$PGDATA/recovery.signal"
# The segment that was being written has a name of its own.
echo "restore_command = 'cp \"/backups/wal/%f\" \"%p\" || cp \"/backups/wal/%f.partial\" \"%p\"'" >>"$PGDATA/postgresql.auto.conf"
chown -R postgres:postgres "$PGDATA"
chmod 700 "$PGDATA"
echo "restored $day; start the database"
