#!/usr/bin/env bash
# Tests compose.yaml: starts it on empty volumes, plays `pnpm demo` against it, stops every service and
# checks its exit code. Removes everything that it made.
#   ENGINE   docker or podman; default: docker if its daemon answers
#   COMPOSE  default: docker compose, or podman-compose
#   PORT     port of the gateway during the test; default: 3190
#   NODE     runs the demo and its agents; default: the workspace's
# Without an image registry, run deploy/images/base.sh, build.sh and servers.sh first.
set -euo pipefail
cd "$(dirname "$0")/.."

engine=${ENGINE:-$(docker info >/dev/null 2>&1 && echo docker || echo podman)}
[[ $engine == *podman ]] && compose=${COMPOSE:-podman-compose} || compose=${COMPOSE:-docker compose}
export PORT=${PORT:-3190}
node=$(readlink -f "${NODE:-node_modules/.bin/node}")
project=muster-try
services=(gateway agents issues approvals billing scheduler)
START_SECONDS=120
STOP_SECONDS=30

play=$(mktemp -d)
mkdir -m 0777 "$play/demo"
chmod 0711 "$play"
# The runner starts the demo's agent: its program and folder are mounted at the same paths.
cat >"$play/compose.yaml" <<EOF
services:
  scheduler:
    environment: { MUSTER_ADAPTERS: process }
  runner:
    volumes:
      - $node:$node:ro
      - $PWD/examples:$PWD/examples:ro
      - $play/demo:$play/demo
EOF

up() { $compose -p "$project" -f deploy/compose.yaml -f "$play/compose.yaml" "$@"; }
container() {
  "$engine" ps --all --quiet --filter "label=com.docker.compose.project=$project" \
    --filter "label=com.docker.compose.service=$1"
}
state() { "$engine" inspect --format "$2" "$(container "$1")"; }
seconds_since() { awk -v now="$(date +%s.%N)" -v then="$1" 'BEGIN { printf "%.1f", now - then }'; }
say() { printf '%6s s  %s\n' "$(seconds_since "$started")" "$*"; }

end() {
  local status=$?
  if [ "$status" -ne 0 ]; then
    # Podman-compose does not fail where a container does not start.
    grep -i error "$play/up.log" 2>/dev/null || true
    for name in setup "${services[@]}" runner; do
      echo "--- $name"
      "$engine" logs --tail 40 "$(container "$name")" 2>&1 || true
    done
  fi
  up down --volumes >/dev/null 2>&1 || true
  # Old versions of podman-compose do not remove them.
  "$engine" network rm "${project}_default" "${project}_runners" >/dev/null 2>&1 || true
  rm -rf "$play"
}
trap end EXIT

healthy() {
  local id
  id=$(container "$1")
  if [[ $engine == *podman ]]; then
    # Podman runs health checks by systemd timers, which may be absent.
    "$engine" healthcheck run "$id" >/dev/null 2>&1
  else
    [ "$("$engine" inspect --format '{{.State.Health.Status}}' "$id")" = healthy ]
  fi
}

await() {
  local deadline=$((SECONDS + START_SECONDS))
  until healthy "$1"; do
    [ "$SECONDS" -lt "$deadline" ] || { say "$1 is not healthy after $START_SECONDS s"; exit 1; }
    sleep 0.5
  done
}

# Checks that a service runs as an unprivileged user and cannot write to its image. The runner is root, with few
# capabilities.
confined() {
  local id user
  id=$(container "$1")
  user=$("$engine" exec "$id" id -u)
  [ "$user" != 0 ] || [ "$1" = runner ] || { say "$1 runs as root"; exit 1; }
  [ "$(state "$1" '{{.HostConfig.ReadonlyRootfs}}')" = true ] \
    && ! "$engine" exec "$id" touch /muster/x /var/tmp/x 2>/dev/null \
    || { say "$1 can write to its image"; exit 1; }
  say "$1 is healthy, as user $user, and cannot write to its image"
}

# Checks that a browser gets the pages of the board, and what they run, from the image.
shows_pages() {
  "$engine" exec "$(container gateway)" node -e "
    const { get } = require('node:http');
    const port = process.env.PORT;
    get({ port, headers: { accept: 'text/html' } }, async (page) => {
      const html = (await page.toArray()).join('');
      const path = html.match(/[/]assets[/][^ ]+[.]js/)?.[0] ?? '/assets/none';
      get({ port, path }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
    })" || { say 'the pages of the board are not served'; exit 1; }
  say 'the gateway serves the pages of the board'
}

started=$(date +%s.%N)
deploy/secrets.sh deploy/secrets
up down --volumes >/dev/null 2>&1 || true
say "starting $project"
up up --detach >"$play/up.log" 2>&1 || { cat "$play/up.log"; exit 1; }
for name in "${services[@]}" runner; do
  await "$name"
  confined "$name"
done
shows_pages
say "setup exited with $(state setup '{{.State.ExitCode}}')"

# The file of the secret belongs to the user of the container.
(umask 077; "$engine" exec "$(container gateway)" cat /run/secrets/board-token >"$play/board-token")
(umask 0; MUSTER_DATA_DIR=$play MUSTER_DEMO_DIR=$play/demo "$node" local/demo.ts)

say 'stopping all services'
failures=0
for name in runner "${services[@]}"; do
  since=$(date +%s.%N)
  "$engine" stop --time "$STOP_SECONDS" "$(container "$name")" >"$play/stop.log" 2>&1 \
    || { cat "$play/stop.log"; exit 1; }
  code=$(state "$name" '{{.State.ExitCode}}')
  warnings=$("$engine" logs "$(container "$name")" 2>&1 | grep -c '"level":[456]0' || true)
  say "$name exited with $code after $(seconds_since "$since") s, warnings in its log: $warnings"
  [ "$code" = 0 ] || failures=$((failures + 1))
done
[ "$failures" = 0 ] || { say "$failures services did not exit with 0"; exit 1; }
say 'all checks passed'
