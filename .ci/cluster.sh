#!/usr/bin/env bash
# A real Kubernetes cluster of one node, without a container registry: API server, controllers, scheduler, kubelet and
# kube-proxy from Go modules with pinned versions, in one binary; etcd, containerd, runc and the CNI plugins from Debian;
# CoreDNS, metrics-server and KEDA from Go modules. It runs real pods.
#
#   cluster.sh run           starts it, prints KUBECONFIG=…, and ends all of it at the end of its input, or at a signal
#   cluster.sh build         only builds: 10 to 15 minutes on two cores, once; kept until a version changes
#   cluster.sh is-built      exits with 0 if nothing must be built
#
# CLUSTER_WORK (/var/tmp/tributary-cluster)   the binaries, and state/ of the one cluster that runs, new at each start
# CLUSTER_SCALING=1                           runs metrics-server and KEDA, too
# CLUSTER_CPUS, CLUSTER_MEMORY_GIB            the capacity that the node reports, instead of this machine's
#
# The node has its own mount, pid, network, uts and ipc namespaces: its mounts and its iptables are not those of the
# machine, and when its first process ends, everything in it ends. The machine reaches the API server at 10.99.0.2:6443,
# and services (10.96.0.0/16) and pods (10.244.0.0/24) by route.
#
# Needs: root, Debian with apt, and Go in any version that has modules.
set -euo pipefail
umask 022

here=$(cd "$(dirname "$0")" && pwd)
work=${CLUSTER_WORK:-/var/tmp/tributary-cluster}
export BIN=$work/bin STATE=$work/state NODE=node1 HOST_IP=10.99.0.1 NODE_IP=10.99.0.2
KUBERNETES_VERSION=1.31.4                                # of k8s.io/kubernetes in cluster/kube/go.mod
METRICS_SERVER=sigs.k8s.io/metrics-server@v0.7.2
KEDA=github.com/kedacore/keda/v2@v2.16.1
binaries=(kube coredns tool metrics-server keda-operator keda-adapter)

say() { printf '%s [cluster] %s\n' "$(date +%T)" "$*" >&2; }
. "$here/go.sh"

install_missing_packages() {
  local packages=() need
  for need in containerd:containerd runc:runc etcd:etcd-server iptables:iptables ipset:ipset conntrack:conntrack \
    socat:socat openssl:openssl ip:iproute2 /usr/lib/cni/bridge:containernetworking-plugins; do
    command -v "${need%%:*}" >/dev/null || packages+=("${need##*:}")
  done
  [ ${#packages[@]} -gt 0 ] || return 0
  say "installing ${packages[*]}"
  # No service of a package starts.
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -q -y --no-install-recommends "${packages[@]}"; } </dev/null >&2
}

# recipe BINARY: a hash of its sources and versions
recipe() {
  {
    [ ! -d "$here/cluster/$1" ] || cat "$here/cluster/$1"/*
    grep -E '^(KUBERNETES_VERSION|METRICS_SERVER|KEDA)=' "$here/cluster.sh"
  } | sha256sum | cut -c1-16
}
is_fresh() { [ -x "$BIN/$1" ] && [ "$(cat "$BIN/.$1" 2>/dev/null)" = "$(recipe "$1")" ]; }
is_built() { local name; for name in "${binaries[@]}"; do is_fresh "$name" || return 1; done; }

make_binary() { # NAME DIRECTORY PACKAGE [LDFLAGS]
  is_fresh "$1" && return
  say "building $1 …"
  (cd "$2" && CGO_ENABLED=0 GOFLAGS='-buildvcs=false -mod=mod' go build -ldflags "-s -w ${4:-}" -o "$BIN/$1.new" "$3")
  mv "$BIN/$1.new" "$BIN/$1"; recipe "$1" >"$BIN/.$1"
}

# source_of MODULE@VERSION: a copy of the module that can be built with its own go.mod. `go install` refuses one that
# replaces other modules.
source_of() {
  local to=$work/src/${1//[\/]/_}
  if [ ! -d "$to" ]; then
    mkdir -p "$work/src"; rm -rf "$to.new"
    cp -r "$(cd "$work/src" && go mod download -json "$1" | sed -n 's/^.*"Dir": "\(.*\)".*$/\1/p')" "$to.new"
    chmod -R u+w "$to.new"
    rm -rf "$to.new/vendor"                              # KEDA's has a list of modules without the modules
    mv "$to.new" "$to"
  fi
  echo "$to"
}

build() (
  mkdir -p "$BIN"
  exec 8>"$work/build.lock"; flock 8                     # a second run waits, and finds the binaries
  ! is_built || exit 0
  new_enough_go "$work"
  stamp=k8s.io/component-base/version minor=${KUBERNETES_VERSION#1.}
  # Without its version the API server does not know which features it has.
  make_binary kube "$here/cluster/kube" . "-X $stamp.gitVersion=v$KUBERNETES_VERSION -X $stamp.gitMajor=1 -X $stamp.gitMinor=${minor%%.*}"
  make_binary tool "$here/cluster/tool" .
  make_binary coredns "$here/cluster/coredns" .
  metrics=$(source_of "$METRICS_SERVER") keda=$(source_of "$KEDA")
  # The manifests of both, with the images that the node gets. The kubelet's certificate is its own.
  "$BIN/kube" kubectl kustomize "$metrics/manifests/base" 2>/dev/null |
    sed 's|image: .*/metrics-server:.*|image: local/metrics-server:1|; s|^\( *\)- --cert-dir=/tmp|&\n\1- --kubelet-insecure-tls|' >"$BIN/metrics-server.yaml"
  sed -i '/webhooks/d' "$keda/config/default/kustomization.yaml"
  "$BIN/kube" kubectl kustomize "$keda/config/default" 2>/dev/null |
    sed 's|image: .*/keda:.*|image: local/keda:1|; s|image: .*/keda-metrics-apiserver:.*|image: local/keda-adapter:1|; s|imagePullPolicy: Always|imagePullPolicy: Never|' >"$BIN/keda.yaml"
  make_binary metrics-server "$metrics" ./cmd/metrics-server
  make_binary keda-operator "$keda" ./cmd/operator
  make_binary keda-adapter "$keda" ./cmd/adapter
  say "built in $SECONDS s"
)

make_images() {
  "$BIN/tool" image local/pause:1 images/pause.tar "/tool=$BIN/tool"
  "$BIN/tool" image local/coredns:1 images/coredns.tar "/coredns=$BIN/coredns"
  [ -n "${CLUSTER_SCALING:-}" ] || return 0
  "$BIN/tool" image local/metrics-server:1 images/metrics-server.tar "/metrics-server=$BIN/metrics-server"
  IMAGE_USER=65534 "$BIN/tool" image local/keda:1 images/keda.tar "/keda=$BIN/keda-operator"
  IMAGE_USER=65534 "$BIN/tool" image local/keda-adapter:1 images/keda-adapter.tar "/keda-adapter=$BIN/keda-adapter"
}

# The cgroups of pods stay when a node ends. One can be removed when its last process has ended.
remove_cgroups() {
  for _ in $(seq 50); do
    find /sys/fs/cgroup -depth -type d -path '*/kubepods*' -exec rmdir {} + 2>/dev/null
    [ -n "$(find /sys/fs/cgroup -maxdepth 3 -type d -name kubepods -print -quit)" ] || return 0
    sleep 0.2
  done
}

stop() {
  local status=$?; trap - EXIT INT TERM; set +e
  # Its only child is the first process of the node: the kernel ends everything in the node with it.
  if [ -n "${node:-}" ]; then kill -KILL "$node"; wait "$node"; fi 2>/dev/null
  ip link del kubenode 2>/dev/null                       # and the routes
  remove_cgroups
  rm -rf "$STATE"/fs                                     # the logs stay until the next start
  exit "$status"
}

start() {
  mkdir -p "$work"
  exec 9>"$work/lock"; flock -n 9 || { say "another cluster runs: only one can"; exit 1; }
  rm -rf "$STATE"; mkdir -p "$STATE"/{log,pid,images}; cd "$STATE"
  make_images
  . "$here/cluster/settings.sh"
  trap stop EXIT; trap 'exit 130' INT; trap 'exit 143' TERM
  # The kernel kills it if this script is killed.
  setpriv --pdeathsig KILL unshare --mount --net --uts --ipc --pid --fork --kill-child --propagation private "$here/cluster/node.sh" </dev/null >&2 9>&- &
  node=$!
  local first; until first=$(pgrep -P "$node") && [ -n "$first" ]; do kill -0 "$node"; sleep 0.05; done
  until [ "$(readlink "/proc/$first/ns/net")" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
  ip link del kubenode 2>/dev/null || true
  ip link add kubenode type veth peer name eth0 netns "$first"
  ip addr add "$HOST_IP/30" dev kubenode; ip link set kubenode up
  ip route replace 10.96.0.0/16 via "$NODE_IP"; ip route replace 10.244.0.0/16 via "$NODE_IP"
  echo "$first" >node.pid
  until [ -e ready ]; do
    kill -0 "$node" 2>/dev/null || { say "did not start; see $STATE/log"; tail -n 3 log/*.log >&2; exit 1; }
    sleep 0.2
  done
  say "started in $SECONDS s"
}

case "${1:-}" in
  is-built) is_built ;;
  build) install_missing_packages; build ;;
  run)
    exec 3<&0                                            # a background job has no input of its own
    install_missing_packages; build; SECONDS=0; start
    echo "KUBECONFIG=$STATE/admin.conf"
    cat <&3 >/dev/null 9>&- &
    wait -n "$node" $! || true
    ;;
  *) sed -n '2,/^set/p' "$0" >&2; exit 2 ;;
esac
