#!/usr/bin/env bash
# Makes a base image without an image registry: a minimal Debian and the workspace's own Node. Pass its
# name to build.sh as BASE. Needs root, debootstrap and podman.
set -euo pipefail
cd "$(dirname "$0")/../.."

image=${1:-localhost/muster-base:latest}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

debootstrap --variant=minbase --include=ca-certificates bookworm "$root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"}
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}
cp "$(readlink -f node_modules/.bin/node)" "$root/usr/local/bin/node"
# npm is installed from its package.
npm pack --silent --pack-destination "$root" npm@11 >/dev/null
mkdir -p "$root/usr/local/lib/node_modules/npm"
tar -xzf "$root"/npm-*.tgz -C "$root/usr/local/lib/node_modules/npm" --strip-components=1
rm "$root"/npm-*.tgz
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
tar -C "$root" -c . | podman import - "$image"
