#!/usr/bin/env bash
# The inside of the node: the first process of its namespaces. Only ../cluster.sh starts it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); cd "$STATE"
say() { printf "%s [node] %s\n" "$(date +%T)" "$*" >&2; }
daemon() { local name=$1; shift; "$@" >"$STATE/log/$name.log" 2>&1 & echo $! >"$STATE/pid/$name"; }

# File systems: nothing that is mounted or written here is visible outside.
mount -t proc proc /proc
mkdir -p cgroup && mount --rbind /sys/fs/cgroup cgroup
mount -t sysfs sysfs /sys && mount --rbind cgroup /sys/fs/cgroup && umount -l cgroup
for d in /run /var/lib/kubelet /var/lib/containerd /var/log /etc/cni; do
  mkdir -p "$d" "$STATE/fs$d"; mount --bind "$STATE/fs$d" "$d"
done
mount -t tmpfs tmpfs /run; mkdir -p /run/lock                             # for the lock of iptables
# As many CPUs and as much memory as the manifests ask for, also on a smaller machine: the kubelet reads its capacity here.
if [ -n "${CLUSTER_CPUS:-}" ]; then
  mount -t tmpfs tmpfs /sys/devices/system/node; mount -t tmpfs tmpfs /sys/devices/system/cpu
  for i in $(seq 0 $((CLUSTER_CPUS - 1))); do
    d=/sys/devices/system/cpu/cpu$i/topology; mkdir -p "$d"; echo "$i" >"$d/core_id"; echo 0 >"$d/physical_package_id"
  done
fi
if [ -n "${CLUSTER_MEMORY_GIB:-}" ]; then
  sed "s/^MemTotal:.*/MemTotal: $((CLUSTER_MEMORY_GIB * 1048576)) kB/" /proc/meminfo >meminfo; mount --bind meminfo /proc/meminfo
fi
mount --make-rshared /                # not earlier: while shared, the umount above would also unmount the original

# Network
hostname "$NODE"
ip link set lo up
until ip link show eth0 >/dev/null 2>&1; do sleep 0.05; done
ip addr add "$NODE_IP/30" dev eth0; ip link set eth0 up; ip route add default via "$HOST_IP"
echo 1 >/proc/sys/net/ipv4/ip_forward
echo 1 >/proc/sys/net/bridge/bridge-nf-call-iptables
mkdir -p /etc/cni/net.d; cat >/etc/cni/net.d/10-bridge.conflist <<END
{ "cniVersion": "0.4.0", "name": "pods", "plugins": [
  { "type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": true, "hairpinMode": true,
    "ipam": { "type": "host-local", "ranges": [[{ "subnet": "10.244.0.0/24" }]], "routes": [{ "dst": "0.0.0.0/0" }], "dataDir": "/run/cni" } },
  { "type": "portmap", "capabilities": { "portMappings": true } } ] }
END

# Containers
daemon containerd containerd --config containerd.toml
daemon etcd etcd --data-dir etcd --unsafe-no-fsync --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
  --listen-peer-urls http://127.0.0.1:2380 --initial-advertise-peer-urls http://127.0.0.1:2380 --initial-cluster default=http://127.0.0.1:2380

# Control plane
daemon kube-apiserver "$BIN/kube" kube-apiserver --etcd-servers=http://127.0.0.1:2379 --secure-port=6443 --bind-address=0.0.0.0 --advertise-address="$NODE_IP" \
  --tls-cert-file=pki/server.crt --tls-private-key-file=pki/server.key --client-ca-file=pki/ca.crt --token-auth-file=pki/tokens.csv \
  --service-account-key-file=pki/sa.pub --service-account-signing-key-file=pki/sa.key --service-account-issuer=https://kubernetes.default.svc \
  --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --service-cluster-ip-range=10.96.0.0/16 --allow-privileged=true \
  --kubelet-preferred-address-types=InternalIP --kubelet-client-certificate=pki/kubelet-client.crt --kubelet-client-key=pki/kubelet-client.key \
  --requestheader-client-ca-file=pki/ca.crt --requestheader-allowed-names=front-proxy --requestheader-username-headers=X-Remote-User \
  --requestheader-group-headers=X-Remote-Group --requestheader-extra-headers-prefix=X-Remote-Extra- \
  --proxy-client-cert-file=pki/front-proxy.crt --proxy-client-key-file=pki/front-proxy.key
kubectl() { "$BIN/kube" kubectl --kubeconfig "$STATE/admin.conf" "$@"; }
until kubectl get --raw /readyz >/dev/null 2>&1; do
  kill -0 "$(cat pid/kube-apiserver)" || { tail -5 log/kube-apiserver.log >&2; exit 1; }; sleep 0.3
done
say 'API server is ready'
daemon kube-controller-manager "$BIN/kube" kube-controller-manager --kubeconfig=controller-manager.conf --use-service-account-credentials=true \
  --service-account-private-key-file=pki/sa.key --root-ca-file=pki/ca.crt --cluster-signing-cert-file=pki/ca.crt --cluster-signing-key-file=pki/ca.key \
  --allocate-node-cidrs=true --cluster-cidr=10.244.0.0/16 --node-cidr-mask-size=24 --leader-elect=false --bind-address=127.0.0.1 \
  --horizontal-pod-autoscaler-sync-period=5s
daemon kube-scheduler "$BIN/kube" kube-scheduler --kubeconfig=scheduler.conf --leader-elect=false --bind-address=127.0.0.1
until ctr version >/dev/null 2>&1; do sleep 0.1; done
for f in "$STATE"/images/*.tar; do ctr -n k8s.io images import "$f" >>log/images.log 2>&1; done
daemon kubelet "$BIN/kube" kubelet --config=kubelet.yaml --kubeconfig=kubelet.conf --hostname-override="$NODE" --node-ip="$NODE_IP"
daemon kube-proxy "$BIN/kube" kube-proxy --kubeconfig=proxy.conf --cluster-cidr=10.244.0.0/16 --proxy-mode=iptables --hostname-override="$NODE" \
  --conntrack-max-per-core=0 --conntrack-tcp-timeout-established=0 --conntrack-tcp-timeout-close-wait=0
daemon policies "$BIN/tool" policies "$STATE/admin.conf"

kubectl apply -f "$here/manifests/" >log/manifests.log 2>&1 || { cat log/manifests.log >&2; exit 1; }
kubectl wait --for=condition=Ready --timeout=120s "node/$NODE" >/dev/null 2>&1 || { until kubectl get "node/$NODE" >/dev/null 2>&1; do sleep 0.3; done; kubectl wait --for=condition=Ready --timeout=120s "node/$NODE" >/dev/null; }
say "node is Ready"
kubectl -n kube-system rollout status --timeout=120s deployment/coredns >/dev/null
# metrics-server and KEDA become ready later, beside the pods that they scale.
if [ -n "${CLUSTER_SCALING:-}" ]; then
  kubectl apply --server-side -f "$BIN/metrics-server.yaml" -f "$BIN/keda.yaml" >>log/manifests.log 2>&1 || { tail -5 log/manifests.log >&2; exit 1; }   # KEDA's CRDs are too large for a client-side apply
fi
touch "$STATE/ready"

# Volumes: a claim gets a directory of the node. Type `local`, so that fsGroup applies. Sizes are not enforced.
while sleep 1; do
  kubectl get pvc -A -o jsonpath='{range .items[?(@.status.phase=="Pending")]}{.metadata.namespace} {.metadata.name} {.metadata.uid} {.spec.resources.requests.storage} {.spec.accessModes[0]} {.spec.storageClassName}{"\n"}{end}' 2>/dev/null |
  while read -r ns name uid size mode class; do
    [ "${class:-}" = local ] && [ ! -e "/var/lib/kubelet/volumes-local/$uid" ] || continue
    mkdir -p "/var/lib/kubelet/volumes-local/$uid"
    kubectl apply -f - >>log/volumes.log 2>&1 <<END
{ "apiVersion": "v1", "kind": "PersistentVolume", "metadata": { "name": "pvc-$uid" }, "spec": {
  "capacity": { "storage": "$size" }, "accessModes": ["$mode"], "persistentVolumeReclaimPolicy": "Retain", "storageClassName": "local",
  "claimRef": { "apiVersion": "v1", "kind": "PersistentVolumeClaim", "namespace": "$ns", "name": "$name", "uid": "$uid" },
  "local": { "path": "/var/lib/kubelet/volumes-local/$uid" },
  "nodeAffinity": { "required": { "nodeSelectorTerms": [{ "matchExpressions": [{ "key": "kubernetes.io/hostname", "operator": "In", "values": ["$NODE"] }] }] } } } }
END
  done || true
done
