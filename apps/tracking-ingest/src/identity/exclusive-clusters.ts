import { identifierKey } from '@tributary/contracts/tracking/identifier';
import type { NamedBeside } from '../exclusive-accounts/exclusive-compartments.js';
import { isNewer, namingOf, type Naming } from '../exclusive-accounts/naming.js';
import { planClaim, type ClaimPlan, type KnownPeople } from '../exclusive-accounts/plan-claim.js';
import type { NodeLink } from '../links/batch-links.js';
import { causeOf } from '../links/link-cause.js';
import type { Assignment, MovedIdentifier, NewIdentifier } from './assignment.js';
import type { Cluster } from './cluster.js';
import { Clusters, type Placement } from './clusters.js';
import type { ClaimWithKeys, Resolution, UnmergeableClaim } from './identity-claim.js';

type Moved = Omit<NewIdentifier, 'user_point_id'> & { from_user_point_id: string; cluster: Cluster };
interface Place<Claim extends UnmergeableClaim> {
  withKeys: ClaimWithKeys<Claim>;
  limit: number;
  people: KnownPeople<Cluster>;
}

/** The rules of exclusive compartments before those of all others. */
export class ExclusiveClusters extends Clusters {
  /** By `identifierId`. */
  private readonly moved = new Map<string, Moved>();
  private readonly besides = new Map<string, Omit<NamedBeside, 'user_point_id'>>();

  placeClaim<Claim extends UnmergeableClaim>(withKeys: ClaimWithKeys<Claim>, limit: number): Placement<Claim> {
    const { claim, keys } = withKeys;
    const people = this.peopleOf(claim.datamart_id);
    const isAlone = keys.length < 2 && claim.user_point_id === undefined;
    if (!people || isAlone) return this.place(withKeys, limit);
    if (!this.snapshot.exclusive?.namings) {
      const placed = this.place(withKeys, limit);
      // The namings are read and written under the lock.
      if ('cluster' in placed && claim.identifiers.some(people.isExclusive)) placed.cluster.changes = true;
      return placed;
    }
    const place = { withKeys, limit, people };
    if (claim.mustNotMerge || claim.user_point_id !== undefined) return this.placeWrite(place);
    const plan = planClaim({ identifiers: claim.identifiers, keys, naming: this.namingOf(claim) }, people);
    if (plan === undefined) return this.place(withKeys, limit);
    if (plan !== 'apart') return this.placePlanned(place, plan);
    this.keepNamings(withKeys);
    return { ...this.placeFirst(withKeys), exclusive: { moved: 0, leftOut: [], isApart: true } };
  }

  /** Undefined in a datamart without exclusive compartments. */
  private peopleOf(datamart_id: string): KnownPeople<Cluster> | undefined {
    const exclusive = this.snapshot.exclusive?.compartments.get(datamart_id);
    if (!exclusive) return undefined;
    return {
      isExclusive: (one) => one.type === 'USER_ACCOUNT' && exclusive.has(one.compartment_id),
      ownerOf: (key) => this.ownerOf(datamart_id, key),
      exclusiveOf: ({ compartments }) => new Set([...(compartments ?? [])].filter((one) => exclusive.has(one))),
      newestOf: (key) => this.besides.get(key)?.naming ?? this.snapshot.exclusive?.namings?.get(key),
    };
  }

  private namingOf = (claim: UnmergeableClaim): Naming => namingOf(claim, this.snapshot.exclusive?.now ?? 0);

  /** A write to the data of one person, which moves nothing: its account is refused, or left out. */
  private placeWrite<Claim extends UnmergeableClaim>({ withKeys, limit, people }: Place<Claim>): Placement<Claim> {
    const { claim, keys } = withKeys;
    const { datamart_id, user_point_id, identifiers, mustNotMerge } = claim;
    const named = user_point_id === undefined ? undefined : this.named(datamart_id, user_point_id);
    const owners = new Set(named && [named]);
    for (const key of keys) {
      const owner = people.ownerOf(key);
      if (owner) owners.add(owner);
    }
    const added = identifiers.flatMap((one, index) =>
      one.type === 'USER_ACCOUNT' && people.isExclusive(one) && !people.ownerOf(keys[index] ?? '')
        ? one.compartment_id
        : [],
    );
    const accounts = [...[...owners].flatMap((one) => [...people.exclusiveOf(one)]), ...added];
    const hasSecond = new Set(accounts).size < accounts.length;
    if (hasSecond && mustNotMerge)
      return { claim, refusal: owners.size > 1 ? 'OWNED_BY_ANOTHER' : 'HAS_EXCLUSIVE_ACCOUNT' };
    if (hasSecond) return { claim, cluster: named ?? this.ownerOfFirst(withKeys), joined: [], overLimit: true };
    const placed = this.place(withKeys, limit);
    if ('refusal' in placed || placed.overLimit || !identifiers.some(people.isExclusive)) return placed;
    const weak = keys.filter((_, index) => !identifiers.slice(index, index + 1).some(people.isExclusive));
    this.keepNewest(withKeys, weak, people);
    return placed;
  }

  private keepNewest({ claim }: ClaimWithKeys<UnmergeableClaim>, weak: string[], people: KnownPeople<Cluster>): void {
    const naming = this.namingOf(claim);
    for (const identifier_id of weak) {
      const newest = people.newestOf(identifier_id);
      if (!newest || isNewer(naming, newest))
        this.besides.set(identifier_id, { datamart_id: claim.datamart_id, identifier_id, naming });
    }
  }

  private placePlanned<Claim extends UnmergeableClaim>(
    { withKeys, limit }: Place<Claim>,
    { kept, moving, leftOut, named }: ClaimPlan,
  ): Placement<Claim> {
    const { claim, keys } = withKeys;
    const { datamart_id } = claim;
    const of = <Item>(items: Item[], positions: number[]) => positions.flatMap((index) => items[index] ?? []);
    const own = { claim: { ...claim, identifiers: of(claim.identifiers, kept) }, keys: of(keys, kept) };
    const placed = this.place(own, limit - moving.length);
    if ('refusal' in placed) return { ...placed, claim };
    // For its account alone.
    if (placed.overLimit || placed.publicMerge === 'refused') return { ...placed, claim };
    const { cluster } = placed;
    for (const index of moving) this.move(withKeys, index, { account: own.keys[0] ?? '', home: cluster });
    const naming = this.namingOf(claim);
    for (const identifier_id of of(keys, named))
      this.besides.set(identifier_id, { datamart_id, identifier_id, naming });
    if (leftOut.length > 1) this.keepNamings({ claim, keys: of(keys, leftOut) });
    const exclusive = { moved: moving.length, leftOut, isApart: false };
    return { ...placed, claim, ...(moving.length + leftOut.length > 0 && { exclusive }) };
  }

  /** Moves an identifier of a claim from another account's person to that of its account. */
  private move(
    { claim, keys }: ClaimWithKeys,
    index: number,
    { account, home }: { account: string; home: Cluster },
  ): void {
    const { datamart_id, identifiers } = claim;
    const [key = '', identifier] = [keys[index], identifiers[index]];
    const from = this.ownerOf(datamart_id, key);
    if (!from || !identifier) return;
    const end = this.endOf(datamart_id, key);
    const cause = causeOf(claim);
    const from_user_point_id = this.snapshot.owners.get(key);
    // The links of its stored person are left when the move is stored.
    if (from_user_point_id === undefined || this.movedTo.has(key)) this.links.leave(end);
    if (from_user_point_id === undefined) {
      for (const added of this.unowned) if (added.identifier_id === key) added.cluster = home;
      if (cause) this.links.add(this.endOf(datamart_id, account), { ...end }, cause);
    } else {
      const link: NodeLink | undefined = cause && { from: account, to: key, cause };
      this.moved.set(key, { identifier_id: key, datamart_id, identifier, from_user_point_id, cluster: home, link });
      this.movedTo.set(key, this.endOf(datamart_id, account).node);
    }
    this.owners.set(key, home);
    from.size -= 1;
    from.changes = true;
    home.size += 1;
    home.changes = true;
    home.gainsMoved = true;
    if (identifier.type === 'USER_ACCOUNT') (home.compartments ??= new Set()).add(identifier.compartment_id);
  }

  resolve<Claim extends UnmergeableClaim>(placement: Placement<Claim>, keys: string[]): Resolution<Claim> {
    if ('refusal' in placement) return placement;
    const { claim, cluster, joined, overLimit, publicMerge, exclusive } = placement;
    const user_point_id = cluster.root().id;
    const resolution = {
      claim,
      user_point_id,
      step: { joined, into: cluster.id },
      ...(overLimit && { overLimit }),
      ...(publicMerge && { publicMerge }),
    };
    const people = this.snapshot.exclusive?.namings && this.peopleOf(claim.datamart_id);
    if (!people) return resolution;
    const { moved = 0, leftOut = [], isApart = false } = exclusive ?? {};
    const otherAccounts = new Map<string, string | undefined>();
    if (claim.writesData)
      for (const [index, identifier] of claim.identifiers.entries()) {
        if (identifier.type !== 'USER_ACCOUNT') continue;
        const owner = people.ownerOf(keys[index] ?? '')?.id;
        const isForbidden = leftOut.includes(index) && people.isExclusive(identifier);
        if (owner !== user_point_id) otherAccounts.set(identifierKey(identifier), isForbidden ? undefined : owner);
      }
    if (!exclusive && otherAccounts.size === 0) return resolution;
    return { ...resolution, exclusive: { moved, leftOut: leftOut.length, isApart, otherAccounts } };
  }

  allChanges(): Omit<Assignment, 'resolved'> {
    const moved = [...this.moved.values()].flatMap(({ cluster, ...identifier }): MovedIdentifier[] => {
      const { id: user_point_id, points } = cluster.root();
      // It may have moved back.
      return points.includes(identifier.from_user_point_id) ? [] : [{ ...identifier, user_point_id }];
    });
    const besides = [...this.besides.values()].flatMap((one): NamedBeside[] => {
      const { identifier_id, datamart_id } = one;
      const user_point_id = this.snapshot.owners.get(identifier_id) ?? this.ownerOf(datamart_id, identifier_id)?.id;
      return user_point_id === undefined ? [] : [{ ...one, user_point_id }];
    });
    return { ...this.changes(), moved, besides };
  }
}
