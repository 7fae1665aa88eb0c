import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { BatchLinks, type LinkEnd, type NodeLink } from '../links/batch-links.js';
import type { NamedTogether } from '../links/count-namings.js';
import { causeOf } from '../links/link-cause.js';
import type { Assignment, IdentitySnapshot, NewIdentifier } from './assignment.js';
import { Cluster, joinsAccounts } from './cluster.js';
import type { ClaimWithKeys, PublicMerge, Refusal, RefusedClaim, UnmergeableClaim } from './identity-claim.js';
import { pointKey } from './point-key.js';

/** Where a claim was placed; later claims may still unite its cluster with others. */
export type Placement<Claim> = PlacedClaim<Claim> | RefusedClaim<Claim>;

interface PlacedClaim<Claim> {
  claim: Claim;
  cluster: Cluster;
  joined: string[];
  overLimit: boolean;
  publicMerge?: PublicMerge | undefined;
  exclusive?: PlacedBesideAccounts;
}

/** The effects of exclusive compartments on a placed claim. */
interface PlacedBesideAccounts {
  moved: number;
  /** The positions of identifiers that it may not name. */
  leftOut: number[];
  isApart: boolean;
}

/** Union-find over stored user points and identifiers. */
export class Clusters {
  /** By `pointKey`. */
  private readonly stored = new Map<string, Cluster>();
  /** By `identifierId`. */
  protected readonly owners = new Map<string, Cluster>();
  protected readonly unowned: (Omit<NewIdentifier, 'user_point_id'> & { cluster: Cluster })[] = [];
  protected readonly links = new BatchLinks();
  private readonly namings: NamedTogether[] = [];
  /** The links of nodes, once the changes are known. */
  protected nodeLinks: ReadonlyMap<string, NodeLink> = new Map();
  /** Stored identifiers that have moved, by `identifierId` → the node of the person they have moved to. */
  protected readonly movedTo = new Map<string, string>();

  constructor(
    protected readonly snapshot: IdentitySnapshot,
    protected readonly newId: () => string,
  ) {}

  place<Claim extends UnmergeableClaim>(withKeys: ClaimWithKeys<Claim>, limit: number): Placement<Claim> {
    const { claim, keys } = withKeys;
    const { datamart_id, user_point_id, mustNotMerge, mustFit, writesData, readsChoices } = claim;
    const refused = (refusal: Refusal) => ({ claim, refusal });
    const named = user_point_id === undefined ? undefined : this.named(datamart_id, user_point_id);
    if (named === undefined && user_point_id !== undefined) return refused('UNKNOWN_USER_POINT');
    const clusters = new Set(named && [named]);
    const unowned = new Set<string>();
    for (const key of keys) {
      const owner = this.ownerOf(datamart_id, key);
      if (owner) clusters.add(owner);
      else unowned.add(key);
    }
    if (mustNotMerge && clusters.size > 1) return refused('OWNED_BY_ANOTHER');
    const publicMerge = this.publicMergeOf(withKeys, clusters, unowned);
    if (publicMerge === 'refused') {
      this.keepNamings(withKeys);
      return this.placeFirst(withKeys, publicMerge);
    }
    const size = [...clusters].reduce((sum, cluster) => sum + cluster.size, unowned.size);
    const overLimit = size > limit && clusters.size + unowned.size > 1;
    if (overLimit && mustFit) return refused('OVER_LIMIT');
    this.keepNamings(withKeys);
    if (!overLimit && clusters.size + unowned.size > 1) this.link(withKeys, clusters, unowned);
    const joined = overLimit ? [] : Array.from(clusters, ({ id }) => id);
    const cluster = overLimit ? (named ?? this.ownerOfFirst(withKeys)) : this.unite(withKeys, clusters);
    if (writesData || readsChoices) cluster.changes = true;
    return { claim, cluster, joined, overLimit, publicMerge };
  }

  /** For the strongest identifier alone. */
  protected placeFirst<Claim extends UnmergeableClaim>(
    withKeys: ClaimWithKeys<Claim>,
    publicMerge?: PublicMerge,
  ): PlacedClaim<Claim> {
    const { claim } = withKeys;
    const cluster = this.ownerOfFirst(withKeys);
    if (claim.writesData || claim.readsChoices) cluster.changes = true;
    return { claim, cluster, joined: [], overLimit: false, publicMerge };
  }

  private publicMergeOf(
    { claim, keys }: ClaimWithKeys,
    clusters: ReadonlySet<Cluster>,
    unowned: ReadonlySet<string>,
  ): PublicMerge | undefined {
    const { public_credential, identifiers } = claim;
    if (!public_credential || !this.snapshot.compartments) return undefined;
    const isNew = (_: Identifier, index: number) =>
      unowned.has(keys[index] ?? '') && keys.indexOf(keys[index] ?? '') === index;
    if (!joinsAccounts(clusters, identifiers.filter(isNew))) return undefined;
    return public_credential.may_merge_accounts ? 'allowed' : 'refused';
  }

  /** Keeps what the claim names of people who are one already. */
  protected keepNamings({ claim, keys }: ClaimWithKeys): void {
    const { datamart_id } = claim;
    const [first, second] = keys;
    if (second === undefined || first === undefined) return;
    const kind = causeOf(claim)?.kind;
    if (kind === undefined || kind === 'PROFILE') return;
    if (keys.length > 2) {
      for (const identifier_ids of this.namedOf(datamart_id, keys).values())
        if (identifier_ids.length > 1) this.namings.push({ datamart_id, identifier_ids });
      return;
    }
    // The usual case, without a map.
    const owner = this.ownerOf(datamart_id, first);
    if (owner && first !== second && owner === this.ownerOf(datamart_id, second))
      this.namings.push({ datamart_id, identifier_ids: keys });
  }

  /** The identifiers of each cluster that the keys name. */
  private namedOf(datamart_id: string, keys: string[]): Map<Cluster, string[]> {
    const named = new Map<Cluster, string[]>();
    for (const key of new Set(keys)) {
      const owner = this.ownerOf(datamart_id, key);
      if (!owner) continue;
      const known = named.get(owner);
      if (known) known.push(key);
      else named.set(owner, [key]);
    }
    return named;
  }

  /** Links the claim's first identifier, or the user point that it names, with each of the others that it is to be one with. */
  private link({ claim, keys }: ClaimWithKeys, clusters: Set<Cluster>, unowned: Set<string>): void {
    const cause = causeOf(claim);
    if (!cause) return;
    const { datamart_id } = claim;
    const named = this.namedOf(datamart_id, keys);
    const ends = [...clusters].map((cluster): LinkEnd => {
      const [key] = named.get(cluster) ?? [];
      // The end of a cluster without a named identifier is the user point that the claim names.
      return key === undefined ? { node: pointKey(datamart_id, cluster.id) } : this.endOf(datamart_id, key);
    });
    const others = [...ends, ...Array.from(unowned, (key) => this.endOf(datamart_id, key))];
    const [first] = keys;
    const hub = others.find(({ identifier_id }) => identifier_id === undefined || identifier_id === first) ?? others[0];
    for (const other of others) if (hub && other !== hub) this.links.add(hub, other, cause);
  }

  protected endOf(datamart_id: string, identifier_id: string): LinkEnd {
    const owner = this.snapshot.owners.get(identifier_id);
    const node =
      this.movedTo.get(identifier_id) ?? (owner === undefined ? identifier_id : pointKey(datamart_id, owner));
    return { node, identifier_id };
  }

  private unite(withKeys: ClaimWithKeys, clusters: Set<Cluster>): Cluster {
    let root: Cluster | undefined;
    for (const cluster of clusters) root = root ? root.unite(cluster) : cluster;
    root ??= new Cluster(withKeys.claim.datamart_id, this.newId(), 0);
    for (const index of withKeys.keys.keys()) this.own(withKeys, index, root);
    return root;
  }

  protected ownerOfFirst(withKeys: ClaimWithKeys): Cluster {
    const { datamart_id } = withKeys.claim;
    const owner = this.ownerOf(datamart_id, withKeys.keys[0] ?? '');
    if (owner) return owner;
    const cluster = new Cluster(datamart_id, this.newId(), 0);
    this.own(withKeys, 0, cluster);
    return cluster;
  }

  /** Makes the cluster the owner of an identifier of the claim, unless the identifier has an owner. */
  protected own({ claim: { datamart_id, identifiers }, keys }: ClaimWithKeys, index: number, cluster: Cluster): void {
    const [key, identifier] = [keys[index], identifiers[index]];
    if (key === undefined || identifier === undefined || this.owners.has(key)) return;
    this.owners.set(key, cluster);
    this.unowned.push({ identifier_id: key, datamart_id, identifier, cluster });
    cluster.size += 1;
    cluster.changes = true;
    if (identifier.type === 'USER_ACCOUNT') (cluster.compartments ??= new Set()).add(identifier.compartment_id);
  }

  protected ownerOf(datamart_id: string, key: string): Cluster | undefined {
    const owner = this.owners.get(key);
    if (owner) return owner.root();
    const user_point_id = this.snapshot.owners.get(key);
    if (user_point_id === undefined) return undefined;
    const cluster = this.ofPoint(datamart_id, user_point_id);
    this.owners.set(key, cluster);
    return cluster;
  }

  protected named(datamart_id: string, user_point_id: string): Cluster | undefined {
    const survivor = this.snapshot.survivors.get(pointKey(datamart_id, user_point_id));
    return survivor === undefined ? undefined : this.ofPoint(datamart_id, survivor);
  }

  private ofPoint(datamart_id: string, user_point_id: string): Cluster {
    const key = pointKey(datamart_id, user_point_id);
    let cluster = this.stored.get(key);
    if (!cluster) {
      cluster = Cluster.stored(datamart_id, user_point_id, this.snapshot.sizes.get(key) ?? 0);
      const compartments = this.snapshot.compartments?.get(key);
      if (compartments) cluster.compartments = new Set(compartments);
      this.stored.set(key, cluster);
    }
    return cluster.root();
  }

  changes(): Omit<Assignment, 'resolved' | 'moved' | 'besides'> {
    const roots = [...new Set([...this.stored.values()].map((cluster) => cluster.root()))];
    const growing = new Set(roots.filter(({ points, gainsMoved }) => points.length > 1 || gainsMoved));
    for (const { cluster } of this.unowned) growing.add(cluster.root());
    const links = this.links.towards(roots.map(({ datamart_id, id }) => pointKey(datamart_id, id)));
    this.nodeLinks = links;
    return {
      growing: [...growing],
      namings: this.namings,
      unowned: this.unowned.map(({ identifier_id, datamart_id, identifier, cluster }) => {
        const link = links.get(identifier_id);
        const user_point_id = cluster.root().id;
        return { identifier_id, datamart_id, identifier, user_point_id, ...(link && { link }) };
      }),
      merges: roots.flatMap(({ datamart_id, points, id: survivor_id }) =>
        points
          .filter((id) => id !== survivor_id)
          .map((merged_id) => {
            const link = links.get(pointKey(datamart_id, merged_id));
            return { datamart_id, merged_id, survivor_id, ...(link && { link }) };
          }),
      ),
      touched: roots.flatMap(({ datamart_id, points, changes }) =>
        points.map((user_point_id) => ({ datamart_id, user_point_id, changes: changes || points.length > 1 })),
      ),
    };
  }
}
