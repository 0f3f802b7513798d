#!/usr/bin/env bash
# Pulls the images of others, and prints their digests as variables of compose.yaml:
#   deploy/images/digests.sh >deploy/.env
# A tag may be moved to another image; what has this digest is the image that you have tried. With `--check`, says whether
# deploy/.env has a digest for each, and fails if not: a step before `docker compose up` in production.
#   ENGINE  docker or podman; default: the first that is installed
set -euo pipefail
cd "$(dirname "$0")/../.."

# postgres:18.4-bookworm${POSTGRES_DIGEST-}
mapfile -t images < <(sed -n 's/^ *image: \([^$]*\)\${\([A-Z]*_DIGEST\)-}$/\1 \2/p' deploy/compose.yaml deploy/compose.monitoring.yaml)
status=0
for line in "${images[@]}"; do
  read -r image variable <<<"$line"
  if [ "${1:-}" = --check ]; then
    grep -Eqs "^$variable=@sha256:[0-9a-f]{64}$" "${ENV_FILE:-deploy/.env}" && continue
    echo "$image: no $variable in ${ENV_FILE:-deploy/.env}; run deploy/images/digests.sh" >&2
    status=1
    continue
  fi
  engine=${ENGINE:-$(command -v docker podman | head -n 1)}
  "$engine" pull --quiet "$image" >&2
  digest=$("$engine" image inspect --format '{{ index .RepoDigests 0 }}' "$image")
  echo "$variable=@${digest##*@}"
done
exit "$status"
