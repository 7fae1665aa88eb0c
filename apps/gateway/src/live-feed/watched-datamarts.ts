import type { FeedActivity } from './feed-activity.js';
import { Recent } from './recent.js';
import type { Viewer } from './viewer.js';

interface WatchedOptions {
  /** How long a datamart stays watched after its last viewer has left. */
  idleMs: number;
  /** Most datamarts, viewed or not. */
  total: number;
  /** Called when a datamart is no longer watched. */
  onIdle: () => void;
}

interface Watched {
  viewers: Set<Viewer>;
  recent: Recent<FeedActivity>;
  timer?: NodeJS.Timeout | undefined;
}

/** So that a page opens full. */
const recentLimits = { count: 200, bytes: 2 * 1024 * 1024 };
const noViewers: ReadonlySet<Viewer> = new Set();

/** The datamarts of which a client looks at the live feed, or did a moment ago, with their viewers and last activities. */
export class WatchedDatamarts {
  private readonly datamarts = new Map<string, Watched>();
  /** Number of viewers. */
  viewers = 0;

  constructor(private readonly options: WatchedOptions) {}

  get size(): number {
    return this.datamarts.size;
  }

  has(datamart_id: string): boolean {
    return this.datamarts.has(datamart_id);
  }

  viewersOf(datamart_id: string): ReadonlySet<Viewer> {
    return this.datamarts.get(datamart_id)?.viewers ?? noViewers;
  }

  allViewers(): Viewer[] {
    return [...this.datamarts.values()].flatMap(({ viewers }) => [...viewers]);
  }

  /** The oldest first. */
  recentOf(datamart_id: string): readonly FeedActivity[] {
    return this.datamarts.get(datamart_id)?.recent.all() ?? [];
  }

  keep(datamart_id: string, activity: FeedActivity): void {
    this.datamarts.get(datamart_id)?.recent.add(activity);
  }

  add(viewer: Viewer): void {
    const known = this.datamarts.get(viewer.datamart_id);
    const watched: Watched = known ?? { viewers: new Set(), recent: new Recent<FeedActivity>(recentLimits) };
    if (!known) this.makeRoom();
    this.datamarts.set(viewer.datamart_id, watched);
    clearTimeout(watched.timer);
    watched.timer = undefined;
    watched.viewers.add(viewer);
    this.viewers += 1;
  }

  remove(viewer: Viewer): void {
    const watched = this.datamarts.get(viewer.datamart_id);
    if (!watched?.viewers.delete(viewer)) return;
    this.viewers -= 1;
    if (watched.viewers.size === 0)
      watched.timer = setTimeout(() => this.forget(viewer.datamart_id), this.options.idleMs).unref();
  }

  clear(): void {
    for (const { timer } of this.datamarts.values()) clearTimeout(timer);
    this.datamarts.clear();
    this.viewers = 0;
  }

  /** A caller with many datamarts could open one after the other. */
  private makeRoom(): void {
    if (this.datamarts.size < this.options.total) return;
    for (const [datamart_id, { viewers }] of this.datamarts) if (viewers.size === 0) return this.forget(datamart_id);
  }

  private forget(datamart_id: string): void {
    clearTimeout(this.datamarts.get(datamart_id)?.timer);
    this.datamarts.delete(datamart_id);
    this.options.onIdle();
  }
}
