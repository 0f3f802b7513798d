#!/usr/bin/env bash
# Pushes the images that build.sh has made, and prints their digests as values of the chart:
#   PREFIX=registry.example.com/muster/ deploy/images/push.sh [service…]
#   ENGINE  docker or podman; default: the first that is installed
#   TAG     default: the version in package.json
set -euo pipefail
cd "$(dirname "$0")/../.."

: "${PREFIX:?the registry and path of the images, such as registry.example.com/muster/}"
engine=${ENGINE:-$(command -v docker podman | head -n 1)}
tag=${TAG:-$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)}
services=("$@")
[ ${#services[@]} -gt 0 ] || services=(gateway agents issues approvals billing scheduler setup runner)

pushed=$(mktemp)
trap 'rm -f "$pushed"' EXIT

printf 'image:\n  prefix: %s\n  digests:\n' "$PREFIX"
for service in "${services[@]}"; do
  image=$PREFIX$service
  if [[ $engine == *podman ]]; then
    # It compresses an image as it pushes it: what it knows by itself is the digest of the image here.
    "$engine" push --quiet --digestfile "$pushed" "$image:$tag" >&2
    digest=$(cat "$pushed")
  else
    "$engine" push --quiet "$image:$tag" >&2
    digest=$("$engine" image inspect --format '{{ index .RepoDigests 0 }}' "$image:$tag")
  fi
  echo "    $service: ${digest##*@}"
done
