// A static binary: the pause container of the node's pods, and two helpers of the node.
//
//	tool pause                        reaps orphaned processes, and ends on SIGTERM
//	tool image NAME OUT PATH=BINARY…  writes a docker archive of an image with only these files; the first is its entrypoint
//	tool policies KUBECONFIG          enforces NetworkPolicies
package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	mode := "pause"
	if len(os.Args) > 1 {
		mode = os.Args[1]
	}
	switch mode {
	case "image":
		if err := image(os.Args[2], os.Args[3], os.Args[4:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "policies":
		policies(os.Args[2])
	default:
		pause()
	}
}

func pause() {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGCHLD)
	for s := range signals {
		if s != syscall.SIGCHLD {
			return
		}
		for {
			if pid, _ := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 {
				break
			}
		}
	}
}

func image(name, out string, contents []string) error {
	type file struct {
		name string
		mode int64
		data []byte
	}
	pack := func(files ...file) []byte {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, f := range files {
			h := &tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.data)), Typeflag: tar.TypeReg}
			if f.data == nil {
				h.Typeflag = tar.TypeDir
			}
			w.WriteHeader(h)
			w.Write(f.data)
		}
		w.Close()
		return b.Bytes()
	}
	sum := func(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }
	passwd := []byte("root:x:0:0::/:\nnobody:x:65534:65534::/:\n")
	files := []file{{"etc/", 0o755, nil}, {"tmp/", 0o1777, nil}, {"etc/passwd", 0o644, passwd}}
	entrypoint := ""
	for _, c := range contents {
		path, binary, _ := strings.Cut(c, "=")
		program, err := os.ReadFile(binary)
		if err != nil {
			return err
		}
		if entrypoint == "" {
			entrypoint = path
		}
		files = append(files, file{strings.TrimPrefix(path, "/"), 0o755, program})
	}
	layer := pack(files...)
	config, _ := json.Marshal(map[string]any{
		"architecture": "amd64", "os": "linux",
		"config": map[string]any{"Entrypoint": []string{entrypoint}, "Env": []string{"PATH=/"}, "User": os.Getenv("IMAGE_USER")},
		"rootfs": map[string]any{"type": "layers", "diff_ids": []string{"sha256:" + sum(layer)}},
	})
	manifest, _ := json.Marshal([]map[string]any{{"Config": sum(config) + ".json", "RepoTags": []string{name}, "Layers": []string{"layer.tar"}}})
	archive := pack(file{sum(config) + ".json", 0o644, config}, file{"layer.tar", 0o644, layer}, file{"manifest.json", 0o644, manifest})
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	return os.WriteFile(out, archive, 0o644)
}
