#!/usr/bin/env bash
# Builds the tools that check the Kubernetes manifests: an API server, its etcd, and kustomize. They are built from Go
# modules with pinned versions and checksums. Prints the directory of the tools.
#
#   kubernetes.sh            takes 3 to 4 minutes on two cores, once; the tools are kept until a version changes
#
# Needs: Go, in any version that has modules. A version that is too old for this code fetches a newer one as a module.
set -euo pipefail
umask 022

here=$(cd "$(dirname "$0")" && pwd)
work=${KUBERNETES_WORK:-/var/tmp/tributary-kubernetes}   # kept between runs

say() { printf '%s [kubernetes] %s\n' "$(date +%T)" "$*" >&2; }

. "$here/go.sh"

build() { # NAME PACKAGE [OPTION...]
  local name=$1 package=$2; shift 2
  say "$name …"
  (cd "$here/kubernetes" && go build "$@" -o "$new/$name" "$package")
}

mkdir -p "$work"
exec 9>"$work/lock"; flock 9                             # a second run waits, and finds the tools

recipe=$(cat "$here"/kubernetes/go.* "$here/kubernetes.sh" | sha256sum | cut -c1-16)
tools=$work/tools-$recipe
if [ ! -e "$tools" ]; then
  new_enough_go "$work"
  export CGO_ENABLED=0 GOFLAGS=-buildvcs=false
  version=$(cd "$here/kubernetes" && go list -m -f '{{.Version}}' k8s.io/kubernetes)
  minor=${version#v1.} stamp=k8s.io/component-base/version
  new=$work/new; rm -rf "$new"; mkdir "$new"
  build kustomize sigs.k8s.io/kustomize/kustomize/v5
  build etcd go.etcd.io/etcd/server/v3
  # Without its version the server does not know which features it has.
  build kube-apiserver k8s.io/kubernetes/cmd/kube-apiserver \
    -ldflags "-s -w -X $stamp.gitVersion=$version -X $stamp.gitMajor=1 -X $stamp.gitMinor=${minor%%.*}"
  rm -rf "$work"/tools-*
  mv "$new" "$tools"
  say "built in $SECONDS s"
fi
echo "$tools"
