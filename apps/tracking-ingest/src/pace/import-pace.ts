export const pace = {
  /** Live batches may take so long beside imports, however fast they are without. */
  leastBudgetMs: 25,
  /** The budget in medians of the time without imports. */
  budgetFactor: 2,
  /** With more activities at a time between their arrival and COMMIT, live activities need all the time that they get. */
  maxAtATime: 12,
  /** Never less, so that every import ends. */
  leastShare: 0.1,
  /** A batch over the budget leaves this part of the share. */
  slowing: 0.8,
  /** A batch within the budget adds so much to the share. */
  speeding: 0.03,
  /** In process a publish call of import-worker includes up to eight rests, and has a deadline of 5 s. */
  maxRestMs: 400,
  /** Lines that have waited for so long, the rests before theirs included, have no rest: their publisher would send them again. */
  maxWaitMs: 1_000,
  /** Imports below full pace pause this often, until a live batch has passed without them, or for the longest pause. */
  pauseEveryMs: 5_000,
  maxPauseMs: 1_000,
};

/** A batch of live activities that was stored. */
export interface LiveBatch {
  activities: number;
  serviceMs: number;
  /** Milliseconds of any clock that does not go back. */
  endedAt: number;
  /** Whether lines of an import were applied at any time of it, or just before. */
  isBesideImport: boolean;
}

/** Batches of which the median counts. */
const maxRemembered = 100;
/** How far back the activities at a time are counted. */
const windowMs = 1_000;

/**
 * The share of their time that imports work, by the service times of live batches. A batch over the budget takes a fifth of
 * the share, and one within it adds to the share. One batch in eight may be over it at full
 * share, and one in four at half of that.
 */
export class ImportPace {
  share = 1;
  budgetMs = pace.leastBudgetMs;
  private readonly withoutImports: number[] = [];
  private atATime = 0;
  private last = -Infinity;

  addLive({ activities, serviceMs, endedAt, isBesideImport }: LiveBatch): void {
    if (!isBesideImport) this.remember(serviceMs);
    const remaining = Math.exp((this.last - endedAt) / windowMs);
    this.atATime = this.atATime * remaining + (activities * serviceMs) / windowMs;
    this.last = endedAt;
    const isOver = serviceMs > this.budgetMs || this.atATime > pace.maxAtATime;
    this.share = isOver
      ? Math.max(this.share * pace.slowing, pace.leastShare)
      : Math.min(this.share + pace.speeding, 1);
  }

  /** How long imports rest after work that took so long. */
  restMs(workMs: number): number {
    return Math.min(workMs / this.share - workMs, pace.maxRestMs);
  }

  private remember(serviceMs: number): void {
    this.withoutImports.push(serviceMs);
    if (this.withoutImports.length > maxRemembered) this.withoutImports.shift();
    this.budgetMs = Math.max(pace.budgetFactor * median(this.withoutImports), pace.leastBudgetMs);
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
