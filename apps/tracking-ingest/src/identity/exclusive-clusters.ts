import { identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';
import type { Beside, ExclusiveAccount, NamedBeside, Partners } from '../exclusive-accounts/exclusive-compartments.js';
import { causeOfNaming, isNewer, isSame, namingOf, pairKey, type Naming } from '../exclusive-accounts/naming.js';
import { planClaim, type ClaimPlan, type KnownPeople } from '../exclusive-accounts/plan-claim.js';
import type { NodeLink } from '../links/batch-links.js';
import { causeOf, type LinkCause } from '../links/link-cause.js';
import type { Assignment, MovedIdentifier, NewIdentifier } from './assignment.js';
import { Cluster, isRefusedToPublic } from './cluster.js';
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
  private readonly besides = new Map<string, { datamart_id: string; beside: Beside }>();
  private readonly partners = new Map<string, { datamart_id: string; partners: Map<string, Naming> }>();

  placeClaim<Claim extends UnmergeableClaim>(withKeys: ClaimWithKeys<Claim>, limit: number): Placement<Claim> {
    const { claim, keys } = withKeys;
    const people = this.peopleOf(claim.datamart_id);
    const isAlone = keys.length < 2 && claim.user_point_id === undefined;
    if (!people || isAlone) return this.place(withKeys, limit);
    if (!this.snapshot.exclusive?.known) {
      const placed = this.place(withKeys, limit);
      // The namings are read and written under the lock.
      if ('cluster' in placed && claim.identifiers.some(people.isExclusive)) placed.cluster.changes = true;
      return placed;
    }
    const place = { withKeys, limit, people };
    if (claim.mustNotMerge || claim.user_point_id !== undefined) return this.placeWrite(place);
    this.parted = 0;
    const pairs = this.weighPairs(withKeys, people);
    const mayJoin = (one: string, other: string) => pairs.has(pairKey(one, other));
    const naming = this.namingOf(claim);
    const plan = planClaim({ identifiers: claim.identifiers, keys, naming }, { ...people, mayJoin });
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
      newestOf: (key) => this.besideOf(key)?.naming,
      mayJoin: () => false,
    };
  }

  /** Accounts that have left their people by the claim. */
  private parted = 0;

  private besideOf = (key: string): Beside | undefined =>
    this.besides.get(key)?.beside ?? this.snapshot.exclusive?.known?.get(key)?.beside;

  private partnersOf = (key: string): Partners =>
    this.partners.get(key)?.partners ?? this.snapshot.exclusive?.known?.get(key)?.partners ?? new Map();

  /**
   * Accounts of two exclusive compartments belong together while the newest claim that names either beside an account of the
   * other's compartment names both. Keeps what the claim names, parts those who do not belong together any more, and
   * returns the pairs that do.
   */
  private weighPairs<Claim extends UnmergeableClaim>(
    { claim, keys }: ClaimWithKeys<Claim>,
    people: KnownPeople<Cluster>,
  ): Set<string> {
    const joined = new Set<string>();
    const { datamart_id, identifiers } = claim;
    const accounts = new Map<string, string>();
    for (const [index, one] of identifiers.entries())
      if (one.type === 'USER_ACCOUNT' && people.isExclusive(one) && !accounts.has(one.compartment_id))
        accounts.set(one.compartment_id, keys[index] ?? '');
    const naming = this.namingOf(claim);
    const named = [...accounts];
    if (isRefusedToPublic(claim, accounts, people)) return joined;
    for (const [position, [compartment, key]] of named.entries())
      for (const [otherCompartment, otherKey] of named.slice(position + 1)) {
        const newest = [
          this.partnersOf(key).get(otherCompartment),
          this.partnersOf(otherKey).get(compartment),
        ] as const;
        const owner = people.ownerOf(key);
        // They are one otherwise: from before the switch, or by other accounts.
        if (owner && owner === people.ownerOf(otherKey) && !isSame(...newest)) continue;
        const isNewest = newest.map((one) => !one || isNewer(naming, one));
        const side = { datamart_id, key, compartment };
        const otherSide = { datamart_id, key: otherKey, compartment: otherCompartment };
        if (isNewest[0]) this.takePartner(side, otherSide, naming);
        if (isNewest[1]) this.takePartner(otherSide, side, naming);
        // After a dissociation, an older claim that names both joins them again.
        if ((isNewest[0] && isNewest[1]) || isSame(...newest)) joined.add(pairKey(key, otherKey));
      }
    return joined;
  }

  /** The newest partner of an account in another compartment: another account that it was one person with leaves. */
  private takePartner(own: ExclusiveAccount, other: ExclusiveAccount, naming: Naming): void {
    const { datamart_id, key } = own;
    const before = this.partnersOf(key);
    const former = before.get(other.compartment);
    const person = this.ownerOf(datamart_id, key);
    if (former && person)
      for (const { key: member, identifier } of this.membersOf(datamart_id, person)) {
        const isFormer =
          member !== other.key &&
          identifier.type === 'USER_ACCOUNT' &&
          identifier.compartment_id === other.compartment &&
          isSame(this.partnersOf(member).get(own.compartment), former);
        if (isFormer) this.part(datamart_id, member, person);
      }
    this.partners.set(key, { datamart_id, partners: new Map(before).set(other.compartment, naming) });
  }

  private membersOf(datamart_id: string, person: Cluster): { key: string; identifier: Identifier }[] {
    const members = new Map<string, Identifier>();
    for (const one of [...(this.snapshot.exclusive?.known?.values() ?? []), ...this.unowned])
      if (one.datamart_id === datamart_id) members.set(one.identifier_id, one.identifier);
    return [...members].flatMap(([key, identifier]) =>
      this.ownerOf(datamart_id, key) === person ? [{ key, identifier }] : [],
    );
  }

  /** An account leaves its person with all identifiers that it was the last to be named beside. */
  private part(datamart_id: string, account: string, person: Cluster): void {
    this.parted += 1;
    const members = this.membersOf(datamart_id, person);
    const own = members.filter(({ key }) => key === account || this.besideOf(key)?.account === account);
    const home = new Cluster(datamart_id, this.newId(), 0);
    for (const { key, identifier } of own.toSorted((a, b) => Number(b.key === account) - Number(a.key === account))) {
      const beside = key === account ? undefined : this.besideOf(key);
      const cause = beside && causeOfNaming(beside.naming);
      this.moveTo({ datamart_id, key, identifier }, { account, home, cause });
    }
    const stay = members.filter((one) => !own.includes(one));
    person.compartments = new Set(
      stay.flatMap(({ identifier: one }) => (one.type === 'USER_ACCOUNT' ? one.compartment_id : [])),
    );
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
    const naming = this.namingOf(claim);
    const account = keys[identifiers.findIndex(people.isExclusive)] ?? null;
    for (const key of weak) {
      const newest = people.newestOf(key);
      if (!newest || isNewer(naming, newest)) this.besides.set(key, { datamart_id, beside: { naming, account } });
    }
    return placed;
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
    const { cluster: home } = placed;
    const [account = ''] = own.keys;
    for (const index of moving) {
      const [key, identifier] = [keys[index], claim.identifiers[index]];
      if (key !== undefined && identifier)
        this.moveTo({ datamart_id, key, identifier }, { account, home, cause: causeOf(claim) });
    }
    const naming = this.namingOf(claim);
    for (const key of of(keys, named)) this.besides.set(key, { datamart_id, beside: { naming, account } });
    // Its partners are kept, although it is not to be joined.
    for (const index of leftOut)
      if (this.partners.has(keys[index] ?? '') && !this.ownerOf(datamart_id, keys[index] ?? ''))
        this.own(withKeys, index, new Cluster(datamart_id, this.newId(), 0));
    if (leftOut.length > 1) this.keepNamings({ claim, keys: of(keys, leftOut) });
    const moved = moving.length + this.parted;
    if (moved + leftOut.length === 0) return { ...placed, claim };
    return { ...placed, claim, exclusive: { moved, leftOut, isApart: false } };
  }

  /** Moves an identifier to the person of an account, or the account itself to a person of its own. */
  private moveTo(
    { datamart_id, key, identifier }: { datamart_id: string; key: string; identifier: Identifier },
    { account, home, cause }: { account: string; home: Cluster; cause: LinkCause | undefined },
  ): void {
    const from = this.ownerOf(datamart_id, key);
    if (!from) return;
    const end = this.endOf(datamart_id, key);
    const from_user_point_id = this.snapshot.owners.get(key);
    // The links of its stored person are left when the move is stored.
    if (from_user_point_id === undefined || this.movedTo.has(key)) this.links.leave(end);
    if (from_user_point_id === undefined) {
      for (const added of this.unowned) if (added.identifier_id === key) added.cluster = home;
      if (cause) this.links.add(this.endOf(datamart_id, account), { ...end }, cause);
    } else {
      const link: NodeLink | undefined = cause && { from: account, to: key, cause };
      this.moved.set(key, { identifier_id: key, datamart_id, identifier, from_user_point_id, cluster: home, link });
      this.movedTo.set(key, key === account ? key : this.endOf(datamart_id, account).node);
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
    const people = this.snapshot.exclusive?.known && this.peopleOf(claim.datamart_id);
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
    const changes = this.changes();
    const moved = [...this.moved.values()].flatMap(({ cluster, link, ...identifier }): MovedIdentifier[] => {
      const { id: user_point_id, points } = cluster.root();
      // It may have moved back.
      if (points.includes(identifier.from_user_point_id)) return [];
      return [{ ...identifier, user_point_id, link: link ?? this.nodeLinks.get(identifier.identifier_id) }];
    });
    return { ...changes, moved, besides: this.newestNamings(moved) };
  }

  private newestNamings(moved: MovedIdentifier[]): NamedBeside[] {
    const movedTo = new Map(moved.map(({ identifier_id, user_point_id }) => [identifier_id, user_point_id]));
    const ownerOf = (datamart_id: string, key: string) =>
      movedTo.get(key) ?? this.snapshot.owners.get(key) ?? this.ownerOf(datamart_id, key)?.id;
    const keys = new Map([...this.besides, ...this.partners].map(([key, { datamart_id }]) => [key, datamart_id]));
    return [...keys].flatMap(([identifier_id, datamart_id]): NamedBeside[] => {
      const user_point_id = ownerOf(datamart_id, identifier_id);
      if (user_point_id === undefined) return [];
      const beside = this.besideOf(identifier_id);
      const partners = this.partnersOf(identifier_id);
      return [{ datamart_id, identifier_id, user_point_id, beside, partners }];
    });
  }
}
