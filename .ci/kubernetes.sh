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
GO_VERSION=1.23.4
GO_MINIMUM=1.22

say() { printf '%s [kubernetes] %s\n' "$(date +%T)" "$*" >&2; }

is_new_enough() { [ "$(printf '%s\n' "$GO_MINIMUM" "${1#go}" | sort -V | head -n 1)" = "$GO_MINIMUM" ]; }

# Go before 1.21 cannot fetch a newer Go. In the module no file is executable, and go.mod has another name.
fetch_go() {
  local root=$work/go-$GO_VERSION module="golang.org/toolchain@v0.0.1-go$GO_VERSION.$(go env GOOS)-$(go env GOARCH)"
  if [ ! -e "$root/.complete" ]; then
    say "$(go env GOVERSION) is too old; fetching $GO_VERSION …"
    rm -rf "$root"
    cp -r "$(cd "$work" && go mod download -json "$module" | sed -n 's/^.*"Dir": "\(.*\)".*$/\1/p')" "$root"
    chmod -R u+w "$root"
    find "$root/src" -name _go.mod -execdir mv {} go.mod ';'
    chmod +x "$root"/bin/* "$root"/pkg/tool/*/*
    touch "$root/.complete"
  fi
  echo "$root"
}

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
  command -v go >/dev/null || { say "needs Go to build the Kubernetes API server: Debian's golang-go, or https://go.dev/dl"; exit 1; }
  if ! is_new_enough "$(go env GOVERSION)"; then
    GOROOT=$(fetch_go); export GOROOT PATH="$GOROOT/bin:$PATH"
  fi
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
