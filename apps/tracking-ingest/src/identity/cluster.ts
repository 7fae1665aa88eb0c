import type { KnownPeople } from '../exclusive-accounts/plan-claim.js';
import type { UnmergeableClaim } from './identity-claim.js';
import type { Identifier } from '@tributary/contracts/tracking/identifier';

/** A set of the union-find: what becomes one user point, made of stored points, new identifiers, or both. */
export class Cluster {
  private parent?: Cluster;
  /** Stored user points; more than one are to be merged. */
  points: string[] = [];
  /** Whether the batch adds identifiers, or goes on to write data. */
  changes = false;
  /** The compartments of its accounts, where they decide. */
  compartments?: Set<string>;
  /** Whether an identifier of another cluster has moved to it. */
  gainsMoved = false;

  constructor(
    readonly datamart_id: string,
    private ownId: string,
    /** Number of identifiers. */
    public size: number,
  ) {}

  static stored(datamart_id: string, user_point_id: string, size: number): Cluster {
    const cluster = new Cluster(datamart_id, user_point_id, size);
    cluster.points = [user_point_id];
    return cluster;
  }

  /** The id of the oldest stored point, or the new id of a cluster without stored points. */
  get id(): string {
    return this.ownId;
  }

  /** The root of the tree that this cluster has been united into. Without recursion: a tree may be thousands deep. */
  root(): Cluster {
    if (!this.parent) return this;
    let root = this.parent;
    while (root.parent) root = root.parent;
    // Shortens the path for the next search.
    let next = this.parent;
    this.parent = root;
    while (next !== root) {
      const { parent = root } = next;
      next.parent = root;
      next = parent;
    }
    return root;
  }

  /** Unites two roots, and returns the root of both. */
  unite(other: Cluster): Cluster {
    if (other === this) return this;
    const [root, child] = this.precedes(other) ? [this, other] : [other, this];
    const isLarger = root.points.length >= child.points.length;
    const [larger, smaller] = isLarger ? [root.points, child.points] : [child.points, root.points];
    for (const point of smaller) larger.push(point);
    root.points = larger;
    root.size += child.size;
    root.changes ||= child.changes;
    root.gainsMoved ||= child.gainsMoved;
    if (child.compartments) root.compartments = new Set([...(root.compartments ?? []), ...child.compartments]);
    child.parent = root;
    return root;
  }

  /** Stored points precede new ones, whose ids are not published yet. */
  private precedes(other: Cluster): boolean {
    if (this.points.length > 0 !== other.points.length > 0) return this.points.length > 0;
    return this.ownId < other.ownId;
  }
}

/**
 * Whether people who would become one both have an account, or would have two accounts of one compartment that are not
 * together yet.
 *
 * @param unowned identifiers of the same person that have no owner
 */
export function joinsAccounts(people: ReadonlySet<Cluster>, unowned: Identifier[]): boolean {
  const known = new Set<string>();
  for (const { compartments } of people) {
    if (!compartments?.size) continue;
    if (known.size > 0) return true;
    for (const compartment of compartments) known.add(compartment);
  }
  for (const identifier of unowned) {
    if (identifier.type !== 'USER_ACCOUNT') continue;
    if (known.has(identifier.compartment_id)) return true;
    known.add(identifier.compartment_id);
  }
  return false;
}

/** Whether the claim has a public credential, and joins people who have accounts already, or parts them. */
export function isRefusedToPublic(
  { public_credential }: UnmergeableClaim,
  accounts: ReadonlyMap<string, string>,
  people: KnownPeople<Cluster>,
): boolean {
  if (!public_credential || public_credential.may_merge_accounts) return false;
  const owners = new Set<Cluster>();
  const added: string[] = [];
  for (const [compartment, key] of accounts) {
    const owner = people.ownerOf(key);
    if (owner) owners.add(owner);
    else added.push(compartment);
  }
  return owners.size > 1 || [...owners].some((one) => added.some((id) => people.exclusiveOf(one).has(id)));
}
