# Sourced by ../cluster.sh in the directory of the state: writes the keys of a cluster, its users, and the settings of
# containerd and the kubelet.

mkdir pki
openssl genrsa -out pki/sa.key 2048 2>/dev/null; openssl rsa -in pki/sa.key -pubout -out pki/sa.pub 2>/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -keyout pki/ca.key -out pki/ca.crt -days 30 -subj /CN=cluster-ca 2>/dev/null

write_certificate() { # NAME SUBJECT EXTENSION
  openssl req -newkey rsa:2048 -nodes -keyout "pki/$1.key" -out "pki/$1.csr" -subj "$2" 2>/dev/null
  openssl x509 -req -in "pki/$1.csr" -CA pki/ca.crt -CAkey pki/ca.key -CAcreateserial -days 30 -out "pki/$1.crt" -extfile <(echo "$3") 2>/dev/null
}
write_certificate server /CN=kube-apiserver "subjectAltName=DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:kubernetes.default.svc.cluster.local,DNS:localhost,IP:127.0.0.1,IP:10.96.0.1,IP:$NODE_IP"
write_certificate kubelet-client /O=system:masters/CN=kube-apiserver 'extendedKeyUsage=clientAuth'
write_certificate front-proxy /CN=front-proxy 'extendedKeyUsage=clientAuth'

write_config() { # FILE SERVER USER [GROUP]: creates the user
  local token; token=$(openssl rand -hex 16); echo "$token,$3,$3,\"${4:-}\"" >>pki/tokens.csv
  cat >"$1" <<JSON
{ "apiVersion": "v1", "kind": "Config", "current-context": "cluster", "contexts": [{ "name": "cluster", "context": { "cluster": "cluster", "user": "user" } }],
  "clusters": [{ "name": "cluster", "cluster": { "server": "$2", "certificate-authority-data": "$(base64 -w0 pki/ca.crt)" } }],
  "users": [{ "name": "user", "user": { "token": "$token" } }] }
JSON
}
write_config admin.conf "https://$NODE_IP:6443" admin system:masters
write_config controller-manager.conf https://127.0.0.1:6443 system:kube-controller-manager
write_config scheduler.conf https://127.0.0.1:6443 system:kube-scheduler
write_config kubelet.conf https://127.0.0.1:6443 "system:node:$NODE" system:nodes
write_config proxy.conf https://127.0.0.1:6443 system:kube-proxy

# Without CAP_SYS_RESOURCE nothing can lower oom_score_adj, and runc fails for every pod ("can't get final child's PID from
# pipe: EOF"): restrict_oom_score_adj.
cat >containerd.toml <<'TOML'
version = 2
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.devmapper"]
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "local/pause:1"
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
TOML
echo 'nameserver 127.0.0.1' >resolv.conf
# Images are never removed, because there is nowhere to pull them from.
cat >kubelet.yaml <<JSON
{ "apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration", "cgroupDriver": "cgroupfs", "failSwapOn": false,
  "containerRuntimeEndpoint": "unix:///run/containerd/containerd.sock", "clusterDNS": ["10.96.0.10"], "clusterDomain": "cluster.local", "resolvConf": "$STATE/resolv.conf",
  "authentication": { "anonymous": { "enabled": false }, "webhook": { "enabled": true }, "x509": { "clientCAFile": "$STATE/pki/ca.crt" } },
  "authorization": { "mode": "Webhook" }, "imageGCHighThresholdPercent": 100, "evictionHard": { "memory.available": "100Mi", "nodefs.available": "1%", "imagefs.available": "1%" },
  "registerWithTaints": [], "serializeImagePulls": false, "volumePluginDir": "/var/lib/kubelet/plugins-exec" }
JSON
