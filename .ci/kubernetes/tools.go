//go:build tools

// Package tools pins what ../kubernetes.sh builds: nothing of it is part of the product.
package tools

import (
	_ "go.etcd.io/etcd/server/v3"
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
	_ "sigs.k8s.io/kustomize/kustomize/v5"
)
