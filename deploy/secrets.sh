#!/usr/bin/env bash
# Makes the secrets of an installation as files in a folder, and keeps those that exist:
#   deploy/secrets.sh FOLDER
# The keys of the NATS users are made by a local Node (NODE), or by the image of the setup command.
set -euo pipefail

folder=${1:?usage: deploy/secrets.sh FOLDER}
umask 077
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."

once() { [ -s "$folder/$1" ] || "${@:2}" >"$folder/$1"; }
random() { head -c 32 /dev/urandom | base64 -w 0 | tr '+/' '-_' | tr -d '='; }
url() { printf 'postgres://%s:%s@postgres:5432/muster' "$1" "$2"; }

once board-token random
once master-key bash -c 'head -c 32 /dev/urandom | base64 -w 0'
once database-password random
once runner-key random
# No secret, but specific to the installation: compose gives it to every service.
once settings.env echo '# Variables of docs/configuration.md, one per line: TRUSTED_PROXIES=10.0.0.0/8'
once database-url url muster "$(cat "$folder/database-password")"
for service in gateway agents issues approvals billing scheduler; do
  once "database-url-$service" url "muster_$service" "$(random)"
done

make_keys=services/setup/src/make-keys.ts
node=${NODE:-$(command -v node_modules/.bin/node || true)}
if [ -n "$node" ] && [ -d services/setup/node_modules ]; then
  "$node" "$make_keys" "$folder"
else
  engine=${ENGINE:-$(command -v docker podman | head -n 1)}
  "$engine" run --rm --user "$(id -u):$(id -g)" --volume "$folder:/keys" --entrypoint node \
    "${PREFIX:-muster/}setup:${TAG:-0.1.0}" "$make_keys" /keys
fi
# Containers read the files as another user, so all may read them; the folder cannot be listed.
chmod 0644 "$folder"/*
chmod 0600 "$folder/service-keys-secret"
chmod 0711 "$folder"
