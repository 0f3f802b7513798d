#!/usr/bin/env bash
# Builds the images of all services, of the setup command and of runners, or only the named ones:
#   deploy/images/build.sh [service…]
#   ENGINE       docker or podman; default: the first that is installed
#   PREFIX       of the image names; default: muster/
#   TAG          default: the version in package.json
#   BUILD_FLAGS  further flags for the engine, such as a proxy or an .npmrc to mount
#   BASE         base image with Node; default: the official one
set -euo pipefail
cd "$(dirname "$0")/../.."

engine=${ENGINE:-$(command -v docker podman | head -n 1)}
tag=${TAG:-$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)}
services=("$@")
[ ${#services[@]} -gt 0 ] || services=(gateway agents issues approvals billing scheduler setup runner)

# Podman's default image format has no health check.
[[ $engine != *podman ]] || BUILD_FLAGS="--format docker ${BUILD_FLAGS:-}"

for service in "${services[@]}"; do
  # shellcheck disable=SC2086 -- flags are words
  "$engine" build ${BUILD_FLAGS:-} --file deploy/images/Dockerfile --target "$service" \
    ${BASE:+--build-arg "BASE=$BASE"} \
    --label "org.opencontainers.image.title=muster-$service" \
    --label "org.opencontainers.image.version=$tag" \
    --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" \
    --tag "${PREFIX:-muster/}$service:$tag" .
done
