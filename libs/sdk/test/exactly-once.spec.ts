import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fileStorage } from '../src/file-storage.js';
import { createTributary, type QueueEntry, type QueueStorage, type Tributary } from '../src/tributary.js';
import { uuid7 } from '../src/facilities/unique-id.js';
import { expectExactlyOnce, noReports } from './exactly-once.js';
import { faults, HostileServer, type Fault } from './hostile-server.js';

const isPoison = (n: number) => n % 5 === 4;

type Step =
  | { do: 'queue'; count: number }
  | { do: 'fail'; fault: Fault }
  | { do: 'strict' | 'lenient' | 'refuse the token' | 'accept the token' | 'flush' | 'reopen' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('queue' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fail' as const), fault: fc.constantFrom(...faults) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('strict', 'lenient', 'refuse the token', 'accept the token', 'flush', 'reopen'),
    }),
  },
);

type MakeStorage = (file: string) => QueueStorage | 'memory';

/** Runs the steps against a server of their own, then lets the queue come to an end, and checks what is stored. */
async function run(steps: Step[], makeStorage: MakeStorage = fileStorage): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-sdk-'));
  const server = await HostileServer.start();
  const reports = noReports();
  let next = 0;
  const open = () => {
    const client = createTributary({
      url: server.url,
      datamart: 1,
      storage: makeStorage(path.join(directory, 'queue')),
      lingerMs: 1,
      maxRetryDelayMs: 3,
      requestTimeoutMs: 150,
      debug: false,
    });
    client.on('refused', ({ activity }) => reports.refused.add(Number(activity['n'])));
    client.on('dropped', ({ activity }) => reports.dropped.add(Number(activity['n'])));
    return client;
  };
  const queue = async (client: Tributary, n: number) => {
    if (await client.activity({ $type: 'X', n, poison: isPoison(n) })) reports.queued.add(n);
  };
  let client = open();
  try {
    for (const one of steps) {
      if (one.do === 'queue') await Promise.all(Array.from({ length: one.count }, () => queue(client, next++)));
      else if (one.do === 'fail') server.faults.push(one.fault);
      else if (one.do === 'flush') await client.flush({ timeoutMs: 20 });
      else if (one.do === 'reopen') {
        await client.close({ timeoutMs: 5 });
        client = open();
      } else if (one.do === 'strict' || one.do === 'lenient') server.isStrict = one.do === 'strict';
      else server.status = one.do === 'refuse the token' ? 401 : undefined;
    }
    server.status = undefined;
    expect(await client.flush({ timeoutMs: 180_000 })).toMatchObject({ kept: 0 });
    expectExactlyOnce(server, reports, isPoison);
  } finally {
    await client.close({ timeoutMs: 0 });
    server.stop();
    rmSync(directory, { recursive: true });
  }
}

describe('against a server that answers late, twice, half, wrongly or not at all', () => {
  it('each queued activity is stored exactly once, or reported as refused', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), (steps) => run(steps)),
      { numRuns: 40 },
    ));

  it.each(faults)('"%s" costs nothing', (fault) =>
    run([
      { do: 'fail', fault },
      { do: 'fail', fault },
      { do: 'queue', count: 10 },
    ]),
  );

  // The first of two answers may be read: then nothing is sent again.
  const stored = faults.filter((fault) => fault.startsWith('store') && fault !== 'store, twice');
  it.each(stored)('(control) a queue that forgets ids stores twice after "%s"', async (fault) => {
    const forgetful = (file: string) => new ForgetfulStorage(fileStorage(file));
    await expect(
      run(
        [
          // Until the storage has them, they keep their ids.
          { do: 'refuse the token' },
          { do: 'queue', count: 3 },
          { do: 'accept the token' },
          // Several times: on a busy machine a request may end before the server has stored it.
          ...Array.from({ length: 5 }, (): Step => ({ do: 'fail', fault })),
          ...Array.from({ length: 20 }, (): Step => ({ do: 'flush' })),
        ],
        forgetful,
      ),
    ).rejects.toThrow(/lostOrTwice|twice/);
  });

  it('(control) a queue in memory loses what is not sent at the end', () =>
    expect(
      run([{ do: 'refuse the token' }, { do: 'queue', count: 3 }, { do: 'reopen' }], () => new LosingStorage()),
    ).rejects.toThrow('lostOrTwice'));
});

/** Gives an activity another id whenever it is read. */
class ForgetfulStorage implements QueueStorage {
  private readonly names = new Map<string, string>();

  constructor(private readonly storage: QueueStorage) {}

  add = (entries: QueueEntry[]) => this.storage.add(entries);
  exclusive = <Result>(work: () => Promise<Result>, signal: AbortSignal) => this.storage.exclusive(work, signal);
  close = () => this.storage.close();

  async list(): Promise<QueueEntry[]> {
    return (await this.storage.list()).map((entry) => {
      const id = uuid7();
      this.names.set(id, entry.id);
      return { ...entry, id, line: JSON.stringify({ ...(JSON.parse(entry.line) as object), $unique_key: id }) };
    });
  }

  remove = (ids: string[]) => this.storage.remove(ids.map((id) => this.names.get(id) ?? id));
}

/** Claims to keep what it does not. */
class LosingStorage implements QueueStorage {
  private entries: QueueEntry[] = [];

  add = (entries: QueueEntry[]) => Promise.resolve(void this.entries.push(...entries));
  list = () => Promise.resolve([...this.entries]);
  remove = (ids: string[]) => Promise.resolve(void (this.entries = this.entries.filter(({ id }) => !ids.includes(id))));
  exclusive = <Result>(work: () => Promise<Result>) => work();
  close = () => Promise.resolve();
}
