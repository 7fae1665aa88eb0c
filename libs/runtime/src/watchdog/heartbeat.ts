const cells = { tick: 0, beat: 1, debugged: 2, ending: 3, marked: 4 };

/**
 * The memory that the main thread and the watchdog's thread share. The time is counted in ticks of the watchdog's thread:
 * while the whole process is paused (SIGSTOP, a suspended machine), no tick passes, so a pause is no block.
 */
export class Heartbeat {
  private readonly cells: Int32Array;

  constructor(readonly memory = new SharedArrayBuffer(4 * Object.keys(cells).length)) {
    this.cells = new Int32Array(memory);
  }

  /** The main thread runs. `debugged`: a debugger may stop it. */
  beat(debugged: boolean): void {
    Atomics.store(this.cells, cells.debugged, Number(debugged));
    Atomics.store(this.cells, cells.beat, Atomics.load(this.cells, cells.tick));
  }

  /** The process is about to end, within a bound. */
  beginEnd(): void {
    Atomics.compareExchange(this.cells, cells.ending, 0, Math.max(1, Atomics.load(this.cells, cells.tick)));
  }

  /** Called by the watchdog's thread once the batches to blame for the end are marked. */
  reportMarked(): void {
    Atomics.store(this.cells, cells.marked, 1);
    Atomics.notify(this.cells, cells.marked);
  }

  /** Blocks the main thread until then. */
  waitUntilMarked(timeoutMs: number): void {
    Atomics.wait(this.cells, cells.marked, 0, timeoutMs);
  }

  tick(): void {
    Atomics.add(this.cells, cells.tick, 1);
  }

  get isDebugged(): boolean {
    return Atomics.load(this.cells, cells.debugged) === 1;
  }

  get ticksSinceBeat(): number {
    return Atomics.load(this.cells, cells.tick) - Atomics.load(this.cells, cells.beat);
  }

  /** 0 unless the process is about to end. */
  get ticksOfEnd(): number {
    const since = Atomics.load(this.cells, cells.ending);
    return since === 0 ? 0 : Atomics.load(this.cells, cells.tick) - since;
  }
}
