#!/usr/bin/env bash
# Makes the secrets of an installation as files in a folder, and keeps those that exist:
#   deploy/secrets.sh FOLDER
#   deploy/secrets.sh FOLDER --rotate-nats-keys   # see docs/operations/upgrade.md
# The folder is for its user alone, and so are the files: to make Secrets of a cluster from them. In
# deploy/secrets, which compose.yaml mounts, they belong to the users that read them in the containers.
# Only root can give them away, so an ordinary user needs the image of the setup command there. Elsewhere
# the image makes the keys of the NATS users where there is no local Node.
# FOLDER/addresses.env says where your own servers are: the URLs of all services are made from it.
#   NODE         default: the workspace's
#   ENGINE       docker or podman; default: the first that is installed
#   PREFIX, TAG  of the image's name; as for images/build.sh
set -euo pipefail

folder=${1:?usage: deploy/secrets.sh FOLDER [--rotate-nats-keys]}
option=${2:-}
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
if [ ! -s "$folder/database-url" ]; then
  password=$(cat "$folder/database-password")
  once database-url url muster "$password"
fi
for service in gateway agents issues approvals billing scheduler; do
  once "database-url-$service" url "muster_$service" "$(random)"
done

# Each user of the Redis of compose.yaml has a password of its own, of which Redis gets the hash.
acl=$(sed '/^#/d' deploy/redis/users.acl)
for user in gateway scheduler; do
  once "redis-url-$user" printf 'redis://%s:%s@redis:6379' "$user" "$(random)"
  password=$(sed 's|^redis://[^:]*:\([^@]*\)@.*|\1|' "$folder/redis-url-$user")
  hash=$(printf %s "$password" | sha256sum)
  acl=${acl/"#${user^^}"/"#${hash%% *}"}
done

# A new address takes effect with the next call; names and passwords of the services stay. Without these
# lines, files that were changed by hand stay as they are.
once addresses.env cat <<'EOF'
# DATABASE_URL=postgres://owner:password@postgres.example.com:5432/muster?sslmode=verify-full
# REDIS_URL=rediss://:password@redis.example.com:6379
EOF
address() { sed -n "s/^$1=//p" "$folder/addresses.env" | tail -n 1; }
replace() {
  [ "$(cat "$folder/$1" 2>/dev/null)" = "$2" ] || { rm -f "$folder/$1" && printf '%s' "$2" >"$folder/$1"; }
}
database=$(address DATABASE_URL)
if [ -n "$database" ]; then
  case $database in
    postgres://*:*@*/* | postgresql://*:*@*/*) ;;
    *) echo "$folder/addresses.env: DATABASE_URL has the form postgres://owner:password@host:5432/database" >&2 && exit 64 ;;
  esac
  replace database-url "$database"
  for service in gateway agents issues approvals billing scheduler; do
    login=$(sed 's|^[^/]*//\([^@]*\)@.*|\1|' "$folder/database-url-$service")
    replace "database-url-$service" "postgres://$login@${database#*@}"
  done
fi
replace redis-users.conf "$acl"
redis=$(address REDIS_URL)
[ -z "$redis" ] || replace redis-url "$redis"

reader=
[ ! "$folder" -ef deploy/secrets ] || reader=10001
node=${NODE:-$(command -v node_modules/.bin/node || true)}
user=$(id -u):$(id -g)

# Runs here or in the image: sh -c "$finish" sh NODE FOLDER READER OPTION, the last two may be empty
finish='
set -eu
"$1" services/setup/src/make-keys.ts "$2" ${4:+"$4"}
cd "$2"
chmod 0700 .
find . -maxdepth 1 -type f -name "*.env" -exec chmod 0600 {} +
find . -maxdepth 1 -type f ! -name "*.env" -exec chmod 0400 {} +
# Public keys, which NATS reads as whatever user its image has, and hashes of random passwords, which Redis does.
chmod 0644 nats-keys.conf redis-users.conf
[ -n "$3" ] || exit 0
find . -maxdepth 1 -type f -exec chown "$3:$3" {} +
# Read by compose itself, or by no process.
chown --reference=. *.env service-keys-secret nats-keys.conf redis-users.conf
chown --reference=. nkey-system nkey-*-next
# The official image of Postgres starts as root.
chown 0:0 database-password
# The scheduler reads it, and the runner as root without the right to read files of others.
chown "$3:0" runner-key
chmod 0440 runner-key
'
if [ -n "$node" ] && [ -d services/setup/node_modules ] && { [ -z "$reader" ] || [ "$(id -u)" = 0 ]; }; then
  sh -c "$finish" sh "$node" "$folder" "$reader" "$option"
else
  engine=${ENGINE:-$(command -v docker podman | head -n 1)}
  [ -z "$reader" ] || user=0:0
  # The folder has the master key in it: only the image that was built here may see it.
  "$engine" run --rm --pull=never --network=none --user "$user" --cap-drop=ALL \
    --cap-add=CHOWN --cap-add=DAC_OVERRIDE --cap-add=FOWNER --volume "$folder:/keys" \
    --entrypoint sh "${PREFIX:-muster/}setup:${TAG:-0.2.0}" -c "$finish" sh node /keys "$reader" "$option"
fi
