#!/usr/bin/env bash
# Makes the secrets of an installation as files in a folder, each once: deploy/secrets.sh FOLDER
set -euo pipefail

folder=${1:?usage: deploy/secrets.sh FOLDER}
umask 077
mkdir -p "$folder"

once() { [ -s "$folder/$1" ] || "${@:2}" >"$folder/$1"; }
random() { head -c 32 /dev/urandom | base64 -w 0 | tr '+/' '-_' | tr -d '='; }

once muster-secret random
once board-token random
once master-key bash -c 'head -c 32 /dev/urandom | base64 -w 0'
once database-password random
once database-url printf 'postgres://muster:%s@postgres:5432/muster' "$(cat "$folder/database-password")"
# A container reads them as a user that only has its number.
chmod 0644 "$folder"/*
chmod 0711 "$folder"
