import { ApiError } from '@tributary/contracts/errors';

/** How the CPU time of a computation grows with its input. Milliseconds. */
export interface Growth {
  /** For an input of a tenth of the size. */
  small: number;
  large: number;
  /** `large / small`: about 10 if it is linear, about 100 if it is quadratic. */
  ratio: number;
}

export interface Computation<Input> {
  /** The input of a size: characters, bytes or elements. Making it does not count. */
  make: (size: number) => Input;
  /** May throw an `ApiError`: a refusal costs time, too. */
  run: (input: Input) => unknown;
  /** The largest size; default 1 MiB, the largest body of a request. */
  size?: number;
}

/**
 * Ten times the input may take this many times as long: halfway, as powers of ten go, from linear to quadratic. For large
 * inputs caches and garbage collection cost more than the tenfold: `JSON.parse` of many keys reaches 15.
 */
const maxRatio = 30;
/** Shorter times count as this one: they are noise. So a computation of up to 150 ms always passes. */
const floorMs = 5;
const mebibyte = 1024 * 1024;
/** The least time of two runs: other work in the process only adds to it, and would hide growth. */
const smallRuns = 2;
/** Before a computation fails, it is measured again: the machine may have been busy during the one run of the large input. */
const attempts = 4;

/** The CPU time of the whole process, with its threads. */
export async function measureGrowth<Input>({ make, run, size = mebibyte }: Computation<Input>): Promise<Growth> {
  const small = await leastTime(make(Math.ceil(size / 10)), run);
  const large = await timeOf(make(size), run);
  return { small, large, ratio: large / Math.max(small, floorMs) };
}

/** Throws if the CPU time of a computation grows faster than its input. */
export async function expectLinear<Input>({ size = mebibyte, ...computation }: Computation<Input>): Promise<void> {
  // A tenth first: at the full size a quadratic computation may take hours.
  for (const largest of [size / 10, size]) {
    const { ratio, large, small } = await leastGrowth({ ...computation, size: Math.ceil(largest) });
    if (ratio > maxRatio)
      throw new Error(
        `ten times the input takes ${ratio.toFixed(0)} times as long: ${large} ms instead of ${small} ms`,
      );
  }
}

async function leastGrowth<Input>(computation: Computation<Input>): Promise<Growth> {
  let least = await measureGrowth(computation);
  for (let attempt = 1; attempt < attempts && least.ratio > maxRatio; attempt += 1) {
    const growth = await measureGrowth(computation);
    if (growth.ratio < least.ratio) least = growth;
  }
  return least;
}

async function leastTime<Input>(input: Input, run: Computation<Input>['run']): Promise<number> {
  let least = Infinity;
  for (let count = 0; count < smallRuns && least > floorMs; count += 1)
    least = Math.min(least, await timeOf(input, run));
  return least;
}

async function timeOf<Input>(input: Input, run: Computation<Input>['run']): Promise<number> {
  const start = process.cpuUsage();
  try {
    await run(input);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
