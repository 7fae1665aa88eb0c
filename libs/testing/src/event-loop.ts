/** Counts the iterations of the event loop that are free for other tasks while the work runs. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    await work();
    return turns;
  } finally {
    isOver = true;
  }
}

/** The fewest of some runs: a busy machine makes a short computation long. */
export async function fewestTurnsDuring(work: () => Promise<unknown>): Promise<number> {
  const turns = [await turnsDuring(work), await turnsDuring(work), await turnsDuring(work)];
  return Math.min(...turns);
}

/** Blocks the thread, as a computation does. */
export function holdThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
