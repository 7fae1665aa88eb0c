#!/usr/bin/env bash
# Builds local/tributary, the product's image, on the stand-ins of images.sh. BuildKit's cache rebuilds only the steps
# whose inputs have changed: the Dockerfile, package-lock.json or the sources.
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian's docker has BuildKit built in. Other clients have it as a plugin, or not at all.
docker=docker
docker buildx version >/dev/null 2>&1 || [ ! -x /usr/bin/docker ] || docker=/usr/bin/docker

# npm needs these files of this machine to reach its registry.
secrets=()
[ ! -s /etc/ssl/certs/ca-certificates.crt ] || secrets+=(--secret id=ca,src=/etc/ssl/certs/ca-certificates.crt)
[ ! -s ~/.npmrc ] || secrets+=(--secret id=npmrc,src="$HOME/.npmrc")

DOCKER_BUILDKIT=1 "$docker" build "${secrets[@]}" \
  --build-arg NODE_IMAGE=local/node:24 --build-arg RUNTIME_IMAGE=local/debian:12 \
  --build-arg REVISION="$(git rev-parse HEAD 2>/dev/null || echo unknown)" \
  -f deploy/Dockerfile -t local/tributary .
