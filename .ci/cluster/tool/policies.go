package main

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Enforces NetworkPolicies (networking.k8s.io/v1) of one node with iptables, IPv4 only: what is selected is dropped unless a rule allows it.
// The chain FORWARD of table mangle comes after the DNAT of kube-proxy: rules see pods, not Services. Probes of the kubelet pass.

type labels = map[string]string
type meta struct {
	Name, Namespace string
	Labels          labels
}
type selector struct {
	MatchLabels      labels
	MatchExpressions []struct {
		Key, Operator string
		Values        []string
	}
}
type peer struct {
	PodSelector, NamespaceSelector *selector
	IPBlock                        *struct {
		CIDR   string
		Except []string
	}
}
type policyPort struct {
	Protocol string
	Port     any
	EndPort  int
}
type rule struct {
	From, To []peer
	Ports    []policyPort
}
type policy struct {
	Metadata meta
	Spec     struct {
		PodSelector     selector
		PolicyTypes     []string
		Ingress, Egress []rule
	}
}
type pod struct {
	Metadata meta
	Spec     struct {
		HostNetwork bool
		Containers  []struct {
			Ports []struct {
				Name, Protocol string
				ContainerPort  int
			}
		}
	}
	Status struct{ Phase, PodIP string }
}

func (s *selector) matches(l labels) bool {
	for k, v := range s.MatchLabels {
		if got, there := l[k]; !there || got != v {
			return false
		}
	}
	for _, e := range s.MatchExpressions {
		got, there := l[e.Key]
		in := false
		for _, v := range e.Values {
			in = in || there && v == got
		}
		if ok := map[string]bool{"In": in, "NotIn": !in, "Exists": there, "DoesNotExist": !there}[e.Operator]; !ok {
			return false
		}
	}
	return true
}

func (p *pod) named(name, protocol string) (ports []string) {
	for _, c := range p.Spec.Containers {
		for _, port := range c.Ports {
			if port.Name == name && (port.Protocol == protocol || port.Protocol == "" && protocol == "TCP") {
				ports = append(ports, fmt.Sprint(port.ContainerPort))
			}
		}
	}
	return
}

// The rules of a direction for one pod; `address` is the option that matches its counterpart.
func allow(out *bytes.Buffer, chain, address string, self *pod, ns string, rules []rule, pods []pod, namespaces map[string]labels) {
	const mark = "-j MARK --set-xmark 0x20000/0x20000\n"
	for _, r := range rules {
		peers := r.From
		if address == "-d" {
			peers = r.To
		}
		type target struct {
			match  string
			except []string
			pod    *pod
		}
		var targets []target
		if len(peers) == 0 {
			targets = append(targets, target{})
			if address == "-d" { // named ports are those of the pod that is reached
				for i := range pods {
					targets = append(targets, target{match: "-d " + pods[i].Status.PodIP, pod: &pods[i]})
				}
			}
		}
		for _, p := range peers {
			if p.IPBlock != nil && strings.Contains(p.IPBlock.CIDR, ":") {
				continue // IPv6: no pod has such an address
			}
			if p.IPBlock != nil {
				targets = append(targets, target{match: address + " " + p.IPBlock.CIDR, except: p.IPBlock.Except})
				continue
			}
			for i := range pods {
				o := &pods[i]
				if p.NamespaceSelector == nil && o.Metadata.Namespace != ns || p.NamespaceSelector != nil && !p.NamespaceSelector.matches(namespaces[o.Metadata.Namespace]) ||
					p.PodSelector != nil && !p.PodSelector.matches(o.Metadata.Labels) {
					continue
				}
				targets = append(targets, target{match: address + " " + o.Status.PodIP, pod: o})
			}
		}
		for _, t := range targets {
			var ports []string
			for _, p := range r.Ports {
				protocol := p.Protocol
				if protocol == "" {
					protocol = "TCP"
				}
				on := "-p " + strings.ToLower(protocol)
				switch v := p.Port.(type) {
				case nil:
					ports = append(ports, on)
				case float64:
					on += fmt.Sprintf(" --dport %d", int(v))
					if p.EndPort > 0 {
						on += fmt.Sprintf(":%d", p.EndPort)
					}
					ports = append(ports, on)
				case string:
					reached := self
					if address == "-d" {
						reached = t.pod
					}
					if reached != nil {
						for _, n := range reached.named(v, protocol) {
							ports = append(ports, on+" --dport "+n)
						}
					}
				}
			}
			if len(r.Ports) == 0 {
				ports = []string{""}
			}
			for _, on := range ports {
				if len(t.except) == 0 {
					fmt.Fprintf(out, "-A %s %s %s %s", chain, t.match, on, mark)
					continue
				}
				sub := fmt.Sprintf("%s-%d", chain, bytes.Count(out.Bytes(), []byte("\n")))
				fmt.Fprintf(out, ":%s - [0:0]\n", sub)
				for _, e := range t.except {
					fmt.Fprintf(out, "-A %s %s %s -j RETURN\n", sub, address, e)
				}
				fmt.Fprintf(out, "-A %s %s-A %s %s %s -j %s\n", sub, mark, chain, t.match, on, sub)
			}
		}
	}
}

func policies(kubeconfig string) {
	var config struct {
		Clusters []struct{ Cluster struct{ Server string } }
		Users    []struct{ User struct{ Token string } }
	}
	b, _ := os.ReadFile(kubeconfig)
	if err := json.Unmarshal(b, &config); err != nil {
		panic(err)
	}
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	list := func(path string, into any) error {
		q, _ := http.NewRequest("GET", config.Clusters[0].Cluster.Server+path, nil)
		q.Header.Set("Authorization", "Bearer "+config.Users[0].User.Token)
		r, err := client.Do(q)
		if err != nil {
			return err
		}
		defer r.Body.Close()
		if r.StatusCode != 200 {
			return fmt.Errorf("%s: %s", path, r.Status)
		}
		return json.NewDecoder(r.Body).Decode(into)
	}
	restore := func(rules string) {
		c := exec.Command("iptables-restore", "--noflush", "-w", "5")
		c.Stdin = strings.NewReader(rules)
		if out, err := c.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v %s\n%s", err, out, rules)
		}
	}
	restore("*mangle\n:KP-FORWARD - [0:0]\n:KP-INPUT - [0:0]\n-I FORWARD -j KP-FORWARD\n-I INPUT -j KP-INPUT\nCOMMIT\n")
	last := ""
	for ; ; time.Sleep(500 * time.Millisecond) {
		var all struct{ Items []pod }
		var some struct{ Items []policy }
		var spaces struct{ Items []struct{ Metadata meta } }
		if err := list("/api/v1/pods", &all); err != nil {
			continue
		}
		if err := list("/apis/networking.k8s.io/v1/networkpolicies", &some); err != nil {
			continue
		}
		if err := list("/api/v1/namespaces", &spaces); err != nil {
			continue
		}
		namespaces := map[string]labels{}
		for _, n := range spaces.Items {
			namespaces[n.Metadata.Name] = n.Metadata.Labels
		}
		var pods []pod
		for _, p := range all.Items {
			if p.Status.PodIP != "" && !p.Spec.HostNetwork && p.Status.Phase != "Succeeded" && p.Status.Phase != "Failed" {
				pods = append(pods, p)
			}
		}
		var chains, jumps bytes.Buffer
		jumps.WriteString("-A KP-FORWARD -m conntrack --ctstate RELATED,ESTABLISHED -j RETURN\n-A KP-INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j RETURN\n")
		for i := range pods {
			p := &pods[i]
			for _, direction := range []string{"Ingress", "Egress"} {
				chain, address := "KP-"+direction[:1]+"-"+p.Status.PodIP, map[string]string{"Ingress": "-s", "Egress": "-d"}[direction]
				var out bytes.Buffer
				selected := false
				for _, y := range some.Items {
					if y.Metadata.Namespace != p.Metadata.Namespace || !strings.Contains(strings.Join(y.Spec.PolicyTypes, " "), direction) || !y.Spec.PodSelector.matches(p.Metadata.Labels) {
						continue
					}
					selected = true
					rules := y.Spec.Ingress
					if direction == "Egress" {
						rules = y.Spec.Egress
					}
					allow(&out, chain, address, p, y.Metadata.Namespace, rules, pods, namespaces)
				}
				if selected {
					fmt.Fprintf(&chains, ":%s - [0:0]\n-A %s -j MARK --set-xmark 0x0/0x20000\n%s-A %s -m mark ! --mark 0x20000/0x20000 -j DROP\n", chain, chain, out.String(), chain)
					if direction == "Ingress" {
						fmt.Fprintf(&jumps, "-A KP-FORWARD -d %s -j %s\n", p.Status.PodIP, chain)
					} else {
						fmt.Fprintf(&jumps, "-A KP-FORWARD -s %s -j %s\n-A KP-INPUT -s %s -j %s\n", p.Status.PodIP, chain, p.Status.PodIP, chain)
					}
				}
			}
		}
		if now := "*mangle\n:KP-FORWARD - [0:0]\n:KP-INPUT - [0:0]\n" + chains.String() + jumps.String() + "COMMIT\n"; now != last {
			restore(now)
			last = now
		}
	}
}
