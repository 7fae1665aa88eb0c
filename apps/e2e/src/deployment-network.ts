import { BlockList, isIP } from 'node:net';
import type { Manifest } from './manifest.js';

/** Somebody that opens a connection, or is connected to: a pod with its labels, or an address outside of the cluster. */
export type Place = { namespace: string; labels: Record<string, string> } | { address: string };

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

/** Whether the policies let the one open a TCP connection to the other: the way out must be free, and the way in. */
export function mayConnect(manifests: Manifest[], from: Place, to: Place, port: number): boolean {
  const policies = manifests.filter((one): one is NetworkPolicy => one.kind === 'NetworkPolicy');
  const passes = (type: 'Ingress' | 'Egress', self: Place, other: Place) => {
    const own = policies.filter((policy) => policy.spec.policyTypes.includes(type) && concerns(policy, self));
    const rules = own.flatMap(({ spec }) => (type === 'Ingress' ? spec.ingress : spec.egress) ?? []);
    const hasPeer = (rule: Rule, peers = type === 'Ingress' ? rule.from : rule.to) =>
      peers === undefined || peers.some((peer) => isMeant(peer, other, self));
    return own.length === 0 || rules.some((rule) => hasPeer(rule) && isPortOf(rule, port));
  };
  return passes('Egress', from, to) && passes('Ingress', to, from);
}

const concerns = ({ metadata, spec }: NetworkPolicy, place: Place) =>
  'labels' in place && place.namespace === metadata.namespace && matches(spec.podSelector, place.labels);

function isMeant({ podSelector, namespaceSelector, ipBlock }: Peer, other: Place, self: Place): boolean {
  if ('address' in other) return ipBlock !== undefined && contains(ipBlock, other.address);
  if (ipBlock) return false; // of pods nobody knows the addresses
  const isThere = namespaceSelector
    ? matches(namespaceSelector, { 'kubernetes.io/metadata.name': other.namespace })
    : 'namespace' in self && self.namespace === other.namespace;
  return isThere && matches(podSelector ?? {}, other.labels);
}

function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Record<string, string>): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`${operator} is not understood here`);
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
  // Without this an IPv4 address would be within ::/0, as IPv6 has a way to write it.
  if (isIP(network) !== isIP(address)) return false;
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return list.check(address, family);
}
