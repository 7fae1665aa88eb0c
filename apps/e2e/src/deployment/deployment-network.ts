import { BlockList, isIP } from 'node:net';
import type { Manifest } from './manifest.js';

/** An endpoint of a connection: a pod with its labels, or an address outside the cluster. */
export type Endpoint = { namespace: string; labels: Record<string, string> } | { address: string };

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { port: number; endPort?: number; protocol: string }[];
}

interface NetworkPolicy extends Manifest {
  spec: { podSelector: Selector; policyTypes: ('Ingress' | 'Egress')[]; ingress?: Rule[]; egress?: Rule[] };
}

/** Whether the policies permit a TCP connection: egress of the source and ingress of the target must both permit it. */
export function mayConnect(manifests: Manifest[], from: Endpoint, to: Endpoint, port: number): boolean {
  const policies = manifests.filter((one): one is NetworkPolicy => one.kind === 'NetworkPolicy');
  const isPermitted = (type: 'Ingress' | 'Egress', self: Endpoint, other: Endpoint) => {
    const own = policies.filter((policy) => policy.spec.policyTypes.includes(type) && appliesTo(policy, self));
    const rules = own.flatMap(({ spec }) => (type === 'Ingress' ? spec.ingress : spec.egress) ?? []);
    const hasPeer = (rule: Rule, peers = type === 'Ingress' ? rule.from : rule.to) =>
      peers === undefined || peers.some((peer) => matchesPeer(peer, other, self));
    return own.length === 0 || rules.some((rule) => hasPeer(rule) && isPortOf(rule, port));
  };
  return isPermitted('Egress', from, to) && isPermitted('Ingress', to, from);
}

const appliesTo = ({ metadata, spec }: NetworkPolicy, endpoint: Endpoint) =>
  'labels' in endpoint && endpoint.namespace === metadata.namespace && matches(spec.podSelector, endpoint.labels);

function matchesPeer({ podSelector, namespaceSelector, ipBlock }: Peer, other: Endpoint, self: Endpoint): boolean {
  if ('address' in other) return ipBlock !== undefined && contains(ipBlock, other.address);
  if (ipBlock) return false; // the addresses of pods are not known here
  const matchesNamespace = namespaceSelector
    ? matches(namespaceSelector, { 'kubernetes.io/metadata.name': other.namespace })
    : 'namespace' in self && self.namespace === other.namespace;
  return matchesNamespace && matches(podSelector ?? {}, other.labels);
}

function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Record<string, string>): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`the operator ${operator} is not supported here`);
      return values.includes(labels[key] ?? '');
    })
  );
}

const isPortOf = ({ ports }: Rule, port: number) =>
  ports?.some((one) => one.protocol === 'TCP' && port >= one.port && port <= (one.endPort ?? one.port)) ?? true;

function contains({ cidr, except = [] }: { cidr: string; except?: string[] }, address: string): boolean {
  return isWithin(cidr, address) && !except.some((part) => isWithin(part, address));
}

function isWithin(cidr: string, address: string): boolean {
  const [network = '', prefix] = cidr.split('/');
  // Otherwise an IPv4 address would match ::/0, because IPv6 can express it.
  if (isIP(network) !== isIP(address)) return false;
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return list.check(address, family);
}
