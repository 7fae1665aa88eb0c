import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileQueue } from './file-queue.js';

let directory: string;
let file: string;
const open: FileQueue[] = [];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tributary-sdk-'));
  file = path.join(directory, 'folder/queue');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((queue) => queue.close()));
  rmSync(directory, { recursive: true });
});

function openQueue(): FileQueue {
  const queue = new FileQueue(file);
  open.push(queue);
  return queue;
}
const entry = (id: string, line = `{"n":"${id}"}`) => ({ id, queuedAt: 1, line });
const ids = async (queue: FileQueue) => (await queue.list()).map(({ id }) => id);

describe('a queue in a file', () => {
  it('is there after the process, in order, without what was removed', async () => {
    const queue = openQueue();
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => queue.add([entry(id)])));
    await queue.remove(['b', 'unknown']);
    await queue.close();
    expect(await openQueue().list()).toEqual([entry('a'), entry('c'), entry('d')]);
  });

  it.each([
    ['a line that was cut', '{"add":{"id":"x","queued'],
    ['a cut line, then others', '{"add":{"id":"x"\n{"add":{"id":"y","queuedAt":1,"line":"{}"}}\n'],
    [
      'lines of another program',
      'null\n[]\n{"remove":1}\n{"add":{"id":1}}\n{"add":{"id":"x"}}\n{"add":{"id":"x","line":"{"}}\n\n',
    ],
  ])('ignores %s', async (_what, text) => {
    const queue = openQueue();
    await queue.add([entry('a')]);
    await queue.close();
    appendFileSync(file, text);
    const next = openQueue();
    expect(await ids(next)).toEqual(text.includes('"y"') ? ['a', 'y'] : ['a']);
    await next.add([entry('b')]);
    await next.close();
    expect(await ids(openQueue())).toContain('b');
  });

  it('can be read only by its user', async () => {
    await openQueue().add([entry('a')]);
    for (const name of [file, `${file}.lock`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  });

  it('stays small, however much goes through it', async () => {
    const queue = openQueue();
    const line = 'x'.repeat(100_000);
    await queue.add([entry('stays')]);
    for (let n = 0; n < 100; n++) {
      await queue.add([entry(`${n}`, line)]);
      await queue.remove([`${n}`]);
    }
    expect(statSync(file).size).toBeLessThan(5_000_000);
    await queue.close();
    expect(await ids(openQueue())).toEqual(['stays']);
  });

  it('serialises no entry again for each write, however long the log is', async () => {
    const queue = openQueue();
    let serialised = 0;
    const counted = (id: string, length: number) => {
      const plain = entry(id, JSON.stringify('x'.repeat(length)));
      return { ...plain, toJSON: () => ((serialised += 1), plain) };
    };
    // Too much to be worth a shorter log: all of it is live.
    for (let n = 0; n < 60; n++) await queue.add([counted(`large-${n}`, 100_000)]);
    for (let n = 0; n < 60; n++) await queue.add([counted(`small-${n}`, 1)]);
    expect(serialised).toBe(120);
    // Now most of it is gone: the log is written again, with the entries that are left.
    await queue.remove(Array.from({ length: 59 }, (_, n) => `large-${n}`));
    expect(serialised).toBe(120 + 61);
    expect(statSync(file).size).toBeLessThan(200_000);
    // An entry that is added twice, or removed twice, counts once.
    await queue.add([counted('large-59', 1)]);
    await queue.remove(['large-1']);
    await queue.close();
    expect(await ids(openQueue())).toEqual(['large-59', ...Array.from({ length: 60 }, (_, n) => `small-${n}`)]);
  });
});

describe('the lock', () => {
  const holder = (pid: number, host = hostname()) => JSON.stringify({ pid, host, token: 'other' });
  /** The id of a process that has ended. */
  const endedPid = () => spawnSync(process.execPath, ['-e', '']).pid;
  const write = (text: string, ageMs = 0) => {
    openQueue();
    void open.pop()?.close();
    writeFileSync(`${file}.lock`, text);
    const time = (Date.now() - ageMs) / 1_000;
    utimesSync(`${file}.lock`, time, time);
  };

  it('lets one client use the file', async () => {
    const first = openQueue();
    expect(openQueue).toThrow(
      `process ${process.pid} of ${hostname()} uses this queue. Give each process a file of its own`,
    );
    await first.close();
    openQueue();
  });

  it.each([
    ['a process that runs', () => holder(process.ppid), 0],
    ['a process of another machine', () => holder(endedPid(), 'elsewhere'), 0],
    ['a process that writes its lock', () => '', 0],
  ])('is respected if it is of %s', (_what, text, ageMs) => {
    write(text(), ageMs);
    expect(openQueue).toThrow('uses this queue');
  });

  it.each([
    ['a process that was killed', () => holder(endedPid()), 0],
    ['a process that had our id: the first of a container', () => holder(process.pid), 0],
    ['a process that gives no sign, before its id went to another', () => holder(process.ppid), 120_000],
    ['a process of another machine that gives no sign', () => holder(1, 'elsewhere'), 120_000],
    ['a process that was killed while it wrote', () => '', 120_000],
  ])('is free if it is of %s', async (_what, text, ageMs) => {
    write(text(), ageMs);
    const queue = openQueue();
    await queue.add([entry('a')]);
    expect(await ids(queue)).toEqual(['a']);
  });

  it('that another process has taken stops this one from writing', async () => {
    const queue = openQueue();
    writeFileSync(`${file}.lock`, holder(process.ppid));
    await expect(queue.add([entry('a')])).rejects.toThrow('another process has taken this queue');
    expect(await ids(queue)).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('');
    await queue.close();
    expect(existsSync(`${file}.lock`)).toBe(true);
  });
});
