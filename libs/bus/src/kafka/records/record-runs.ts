interface Run {
  since: bigint;
  next: bigint;
}

/** The records of each partition that this process has got without a gap, up to the latest. */
export class RecordRuns {
  private readonly runs = new Map<string, Run>();

  /**
   * Adds the next records of a partition, which have no gap between them. Returns the offset of the first record of
   * their run.
   */
  extend(topic: string, partition: number, first: bigint, last: bigint): bigint {
    const key = `${topic}/${partition}`;
    const run = this.runs.get(key);
    const since = run?.next === first ? run.since : first;
    this.runs.set(key, { since, next: last + 1n });
    return since;
  }
}
