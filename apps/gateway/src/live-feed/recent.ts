interface RecentLimits {
  count: number;
  /** The bytes of all entries together. A larger entry is not kept. */
  bytes: number;
}

/** The last values, within limits. */
export class Recent<Value extends { bytes: number }> {
  private readonly values: Value[] = [];
  private bytes = 0;

  constructor(private readonly limits: RecentLimits) {}

  add(value: Value): void {
    if (value.bytes > this.limits.bytes) return;
    this.values.push(value);
    this.bytes += value.bytes;
    while (this.values.length > this.limits.count || this.bytes > this.limits.bytes)
      this.bytes -= this.values.shift()?.bytes ?? 0;
  }

  /** The oldest first. */
  all(): readonly Value[] {
    return this.values;
  }
}
