#!/bin/sh
# Beside the database of compose.yaml: each change is archived at once, and every night a base backup is made. Both are
# kept for 35 days: docs/operations.md.
set -eu
mkdir -p /backups/base /backups/wal
# The database's own account, which reads them when it restores.
if [ "$(id -u)" = 0 ]; then
  chown postgres:postgres /backups/base /backups/wal
  exec gosu postgres sh "$0"
fi

# By the slot the database keeps what was not archived while either was away; a restored one has no slot.
keep_changes() {
  pg_receivewal --directory=/backups/wal --slot=backup --create-slot --if-not-exists
}
while :; do
  keep_changes && pg_receivewal --directory=/backups/wal --slot=backup --no-loop || true
  sleep 5
done &
trap 'exit 0' TERM

while :; do
  today=/backups/base/$(date -u +%F)
  if [ ! -d "$today" ]; then
    rm -rf /backups/base/*.part
    # Nothing restores a base backup whose own changes were not kept.
    if keep_changes && pg_basebackup --pgdata="$today.part" --wal-method=none --checkpoint=fast --format=tar --gzip \
      --no-manifest; then
      mv "$today.part" "$today"
      echo "base backup $today made"
      find /backups/base -mindepth 1 -maxdepth 1 -mtime +35 -exec rm -rf {} +
      find /backups/wal -type f -mtime +36 -delete
    else
      echo "no base backup of today yet" >&2
    fi
  fi
  sleep 60 &
  wait $!
done
