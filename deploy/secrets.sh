#!/usr/bin/env bash
# Makes the secrets of an installation as files in a folder, each once: deploy/secrets.sh FOLDER
# The keys of NATS's users are made by a Node at hand (NODE), else by the image of the setup command.
set -euo pipefail

folder=${1:?usage: deploy/secrets.sh FOLDER}
umask 077
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."

once() { [ -s "$folder/$1" ] || "${@:2}" >"$folder/$1"; }
random() { head -c 32 /dev/urandom | base64 -w 0 | tr '+/' '-_' | tr -d '='; }
url() { printf 'postgres://%s:%s@postgres:5432/muster' "$1" "$2"; }

once muster-secret random
once board-token random
once master-key bash -c 'head -c 32 /dev/urandom | base64 -w 0'
once database-password random
# No secret, but of this installation alone: what compose gives to every service.
once settings.env echo '# Variables of docs/configuration.md, one a line: TRUSTED_PROXIES=10.0.0.0/8'
once database-url url muster "$(cat "$folder/database-password")"
for service in gateway agents issues approvals billing scheduler; do
  once "database-url-$service" url "muster_$service" "$(random)"
done

make_keys=libs/setup/src/make-keys.ts
node=${NODE:-$(command -v node_modules/.bin/node || true)}
if [ -n "$node" ] && [ -d libs/setup/node_modules ]; then
  "$node" "$make_keys" "$folder"
else
  engine=${ENGINE:-$(command -v docker podman | head -n 1)}
  "$engine" run --rm --user "$(id -u):$(id -g)" --volume "$folder:/keys" --entrypoint node \
    "${PREFIX:-muster/}setup:${TAG:-0.1.0}" "$make_keys" /keys
fi
# A container reads them as a user that only has its number.
chmod 0644 "$folder"/*
chmod 0711 "$folder"
