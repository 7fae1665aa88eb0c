/**
 * Work that does for all callers what each of them asks for. Calls that come during a run share the next one: it starts
 * after they have called, so that it includes what they did before.
 */
export class SharedRun {
  private current?: Promise<void> | undefined;
  private next?: Promise<void> | undefined;

  /** Runs the work, now or after the run in progress. Of the calls that share a run, the work of the first one is run. */
  run(work: () => Promise<void>): Promise<void> {
    if (!this.current) return this.start(work);
    return (this.next ??= this.current
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.start(work);
      }));
  }

  private start(work: () => Promise<void>): Promise<void> {
    const run = work().finally(() => {
      if (this.current === run) this.current = undefined;
    });
    this.current = run;
    return run;
  }
}
