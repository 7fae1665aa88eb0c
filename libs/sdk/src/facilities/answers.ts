/** Waits for a facility that may never answer. Until it does, it counts as absent: no further call waits for it. */
export class Answers {
  private isSilent = false;

  constructor(private readonly withinMs: number) {}

  /** Rejects if there is no answer in time; at once while an earlier call has none. */
  async wait<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (this.isSilent) throw new Error('no answer');
    // A late answer shows that the facility is there again.
    const answer = ask().finally(() => {
      clearTimeout(timer);
      this.isSilent = false;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.isSilent = true;
        reject(new Error('no answer'));
      }, this.withinMs);
    });
    return Promise.race([answer, late]);
  }
}
