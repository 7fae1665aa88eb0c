import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { RoundRobin } from './round-robin.js';

const { signal } = new AbortController();

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('runs one piece of each key after the other', async () => {
  const ran: string[] = [];
  const turns = new RoundRobin();
  const names = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'];
  await Promise.all(names.map((name) => turns.run(name.charAt(0), () => ran.push(name), signal)));
  expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

it('lets the event loop run between pieces that take long', async () => {
  let ran = 0;
  const seen: number[] = [];
  const turns = new RoundRobin();
  const pieces = Array.from({ length: 5 }, () => turns.run('a', () => (block(20), (ran += 1)), signal));
  while (ran < pieces.length) {
    await nextTurn();
    seen.push(ran);
  }
  expect([...new Set(seen)].sort()).toEqual(expect.arrayContaining([1, 2, 3, 4, 5]));
});

it('runs many short pieces in one turn', async () => {
  let ran = 0;
  const turns = new RoundRobin();
  const pieces = Array.from({ length: 100 }, () => turns.run('a', () => (ran += 1), signal));
  const seen = new Set<number>();
  while (ran < pieces.length) {
    await nextTurn();
    seen.add(ran);
  }
  // One, but for the turns that a busy machine interrupts.
  expect(seen.size).toBeLessThan(50);
});

it('rejects with what a piece throws, and goes on', async () => {
  const turns = new RoundRobin();
  const thrown = turns.run(
    'a',
    () => {
      throw new Error('of the piece');
    },
    signal,
  );
  const next = turns.run('a', () => 'next', signal);
  await expect(thrown).rejects.toThrow('of the piece');
  expect(await next).toBe('next');
});

it('does not run a piece whose signal aborts before its turn, and does not let it wait', async () => {
  const ran: string[] = [];
  const turns = new RoundRobin();
  const abort = new AbortController();
  const before = Array.from({ length: 3 }, (_, n) => turns.run(`${n}`, () => (block(20), ran.push('before')), signal));
  const aborted = turns.run('late', () => ran.push('late'), abort.signal);
  abort.abort();
  expect(await aborted).toBe('ABORTED');
  expect(ran).toEqual([]);
  await Promise.all(before);
  expect(await turns.run('late', () => 'after', signal)).toBe('after');
  expect(await turns.run('late', () => 'after', abort.signal)).toBe('ABORTED');
  expect(ran).toEqual(['before', 'before', 'before']);
});
