import { OrganisationShares, type Use } from './organisation-shares.js';

/** The most slots that may be held at the same time, and the most requests that may wait for them. */
export interface SlotShare {
  held: number;
  /** Default: no limit. */
  waiting?: number;
}

/** The limits of all, and the share of each key of a path, most general first, so that a slow one leaves slots to others. */
export interface SlotLimits extends SlotShare {
  shares: readonly SlotShare[];
  /**
   * The first key is an organisation: OrganisationShares holds for slots and for places to wait, and of the requests that
   * fit the first is one of the organisation that holds the fewest slots. Without it, the oldest is.
   */
  byOrganisation?: boolean;
}

export interface Slot {
  /** A second release of the same slot does nothing. */
  release: () => void;
}

/** How many slots of a shared resource an organisation holds, and how many requests of it wait for some. */
export interface OrganisationUse {
  organisation_id: string;
  held: number;
  waiting: number;
}

/** FULL: too many requests wait already. ABORTED: the signal aborted before the slots were free. */
export type NoSlot = 'FULL' | 'ABORTED';

/** All requests whose paths begin with the same keys. */
interface Group {
  id: string;
  /** The last key of their paths. */
  key: string;
  share: SlotShare;
  /** Its path is one key. */
  isOrganisation: boolean;
  held: number;
  waiting: number;
}

interface Request {
  /** From all requests to those of the whole path. */
  groups: readonly Group[];
  weight: number;
  grant: () => void;
}

/**
 * Shares the slots of one resource among keys. The first request that fits is served. A request that lacks only its
 * key's share is passed over by other keys; one that lacks slots of all keeps what becomes free, so that small requests
 * cannot starve a large one.
 */
export class FairSlots {
  /** The group of all requests, and those of the keys that hold or wait. */
  private readonly all: Group;
  private readonly groups = new Map<string, Group>();
  private readonly waiting = new Set<Request>();
  private readonly shares: OrganisationShares | undefined;
  /** Organisations that hold or wait. */
  private present = 0;

  constructor(private readonly limits: SlotLimits) {
    this.all = { id: '', key: '', share: limits, isOrganisation: false, held: 0, waiting: 0 };
    this.shares = limits.byOrganisation ? new OrganisationShares() : undefined;
  }

  /**
   * @param path a key for each share, most general first
   * @param wanted slots; a request above the share of a key is reduced to it
   */
  async take(path: readonly string[], wanted: number, signal: AbortSignal): Promise<Slot | NoSlot> {
    if (signal.aborted) return 'ABORTED';
    const [organisation_id] = path;
    if (organisation_id !== undefined) this.shares?.see(organisation_id);
    const groups = this.groupsOf(path);
    const weight = Math.min(wanted, ...groups.map(({ share }) => share.held));
    if (this.waiting.size === 0 && groups.every((group) => this.mayHold(group, weight)))
      this.count(groups, { held: weight, waiting: 0 });
    else {
      const refusal = await this.wait(groups, weight, signal);
      if (refusal) return refusal;
    }
    let isHeld = true;
    const release = () => {
      if (isHeld) this.release(groups, weight);
      isHeld = false;
    };
    return { release };
  }

  /** Requests that wait. */
  get waitingCount(): number {
    return this.waiting.size;
  }

  /** The organisations that hold slots or wait for some. */
  organisations(): OrganisationUse[] {
    const groups = [...this.groups.values()].filter(({ isOrganisation }) => isOrganisation);
    return groups.map(({ key, held, waiting }) => ({ organisation_id: key, held, waiting }));
  }

  /** Resolves with nothing once the slots are held. */
  private wait(groups: readonly Group[], weight: number, signal: AbortSignal): Promise<NoSlot | undefined> {
    return new Promise((resolve) => {
      const end = (refusal?: NoSlot) => {
        signal.removeEventListener('abort', abort);
        this.waiting.delete(request);
        this.count(groups, { held: refusal ? 0 : weight, waiting: -1 });
        resolve(refusal);
      };
      const abort = () => {
        end('ABORTED');
        // Smaller requests may have waited behind this one.
        this.serve();
      };
      const request: Request = { groups, weight, grant: () => end() };
      this.waiting.add(request);
      this.count(groups, { held: 0, waiting: 1 });
      this.serve();
      if (!this.waiting.has(request)) return;
      if (groups.some((group) => !this.mayWait(group))) end('FULL');
      else signal.addEventListener('abort', abort, { once: true });
    });
  }

  private release(groups: readonly Group[], weight: number): void {
    // Ordered while these slots still count: otherwise a key with many waiting requests would get each slot again.
    const requests = this.inOrder();
    this.count(groups, { held: -weight, waiting: 0 });
    this.serve(requests);
  }

  private inOrder(): Iterable<Request> {
    if (!this.shares) return this.waiting;
    const heldByKey = ({ groups: [, ofKey] }: Request) => ofKey?.held ?? 0;
    return [...this.waiting].sort((one, other) => heldByKey(one) - heldByKey(other));
  }

  /** A request that does not fit blocks the narrowest group that is full: later requests of that group do not overtake it. */
  private serve(requests = this.inOrder()): void {
    const blocked = new Set<Group>();
    for (const { groups, weight, grant } of requests) {
      const full = groups.findLast((group) => blocked.has(group) || !this.mayHold(group, weight));
      if (!full) grant();
      else if (full === this.all) return;
      else blocked.add(full);
    }
  }

  private mayHold(group: Group, weight: number): boolean {
    if (group.held + weight > group.share.held) return false;
    if (!this.shares || !group.isOrganisation || group.held === 0) return true;
    return weight <= this.shares.room(this.limits.held, this.use(this.all.held, group.held));
  }

  /** Asked after the group has counted a new request. */
  private mayWait(group: Group): boolean {
    const { waiting, share } = group;
    if (waiting > (share.waiting ?? Infinity)) return false;
    if (!this.shares || !group.isOrganisation || this.limits.waiting === undefined) return true;
    return this.shares.room(this.limits.waiting, this.use(this.all.waiting - 1, waiting - 1)) > 0;
  }

  private use(all: number, own: number): Use {
    return { all, own, hasOthers: this.present > 1 };
  }

  private groupsOf(path: readonly string[]): Group[] {
    const ofKeys = this.limits.shares.slice(0, path.length).map((share, index) => {
      const id = JSON.stringify(path.slice(0, index + 1));
      const known = this.groups.get(id);
      if (known) return known;
      const group = { id, key: path[index] ?? '', share, isOrganisation: index === 0, held: 0, waiting: 0 };
      this.groups.set(id, group);
      if (group.isOrganisation) this.present += 1;
      return group;
    });
    return [this.all, ...ofKeys];
  }

  private count(groups: readonly Group[], { held, waiting }: { held: number; waiting: number }): void {
    for (const group of groups) {
      group.held += held;
      group.waiting += waiting;
      if (group.held === 0 && group.waiting === 0 && this.groups.delete(group.id) && group.isOrganisation)
        this.present -= 1;
    }
  }
}
