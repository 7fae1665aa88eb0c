import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { expectExactlyOnce, noReports, type Reports } from './exactly-once.js';
import { faults, HostileServer, type Fault } from './hostile-server.js';

const program = path.join(import.meta.dirname, 'queue-process.mjs');
/** As in the program. */
const isPoison = (n: number) => n % 5 === 4;
const perLife = 30;

interface Life {
  /** The process is killed when it has printed so many lines, and so many milliseconds have passed. */
  lines: number;
  afterMs: number;
  fault: Fault;
}
const life: fc.Arbitrary<Life> = fc.record({
  lines: fc.integer({ min: 0, max: 40 }),
  afterMs: fc.integer({ min: 0, max: 30 }),
  fault: fc.constantFrom(...faults),
});

interface Options {
  /** Runs after each life. */
  between?: (file: string) => void;
  /** Whether the server answers 503 until the last life. */
  isDown?: boolean;
}

/** Lets processes queue activities in one file and kills each; the last one ends by itself. @returns what was still queued at its end */
async function run(lives: Life[], { between, isDown = false }: Options = {}): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-sdk-'));
  const file = path.join(directory, 'queue');
  const server = await HostileServer.start();
  const reports = noReports();
  try {
    if (isDown) server.status = 503;
    for (const [index, one] of lives.entries()) {
      server.faults.push(one.fault, one.fault);
      await live({ url: server.url, file, from: index * perLife, count: perLife }, reports, one);
      between?.(file);
    }
    server.faults.length = 0;
    server.status = undefined;
    const kept = await live({ url: server.url, file, from: lives.length * perLife, count: 1 }, reports);
    expect(kept).toBe(0);
    expectExactlyOnce(server, reports, isPoison);
  } finally {
    server.stop();
    rmSync(directory, { recursive: true });
  }
}

interface Work {
  url: string;
  file: string;
  from: number;
  count: number;
}

/** @returns what the process has kept at its end, undefined if it was killed */
async function live(work: Work, reports: Reports, killed?: Life): Promise<number | undefined> {
  const options = { lingerMs: 2, maxRetryDelayMs: 5, requestTimeoutMs: 150 };
  const child = spawn(process.execPath, [program, JSON.stringify({ ...work, options })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  let kept: number | undefined;
  let lines = 0;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const complete = (rest + text).split('\n');
    rest = complete.pop() ?? '';
    for (const line of complete) {
      const [what = '', n] = line.split(' ');
      if (what === 'kept') kept = Number(n);
      else if (what !== 'sent') reports[what as keyof Reports].add(Number(n));
      if (killed && ++lines > killed.lines) void sleep(killed.afterMs).then(() => child.kill('SIGKILL'));
    }
  });
  const closed = once(child.stdout, 'close');
  const [code, signal] = await exit;
  await closed;
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the process ended with ${code ?? signal}`);
  return kept;
}

describe('a process that is killed at any moment', () => {
  it('loses nothing that was queued, and stores nothing twice', () =>
    fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), (lives) => run(lives)),
      { numRuns: 8 },
    ));

  it('(control) would lose activities without its file', async () => {
    const remove = (file: string) => {
      expect(existsSync(file)).toBe(true);
      rmSync(file);
    };
    const lives: Life[] = [{ lines: 25, afterMs: 0, fault: 'reset' }];
    await expect(run(lives, { between: remove, isDown: true })).rejects.toThrow('lostOrTwice');
    await run(lives, { isDown: true });
  });
});
