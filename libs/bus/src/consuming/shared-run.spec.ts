import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SharedRun } from './shared-run.js';

describe('a shared run', () => {
  it('includes what each caller did before its call, never runs twice at once, and is shared', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { minLength: 1, maxLength: 30 }), async (pauses) => {
        const shared = new SharedRun();
        const [done, saved] = [new Set<number>(), new Set<number>()];
        let [running, runs] = [0, 0];
        const save = async () => {
          expect(++running).toBe(1);
          runs++;
          const included = [...done];
          await nextTurn();
          await nextTurn();
          for (const one of included) saved.add(one);
          running--;
        };
        const callers = pauses.map(async (pause, caller) => {
          for (let turn = 0; turn < pause; turn++) await nextTurn();
          done.add(caller);
          await shared.run(save);
          expect(saved).toContain(caller);
        });
        await Promise.all(callers);
        // Some callers of one turn share the next run, and those after its start the one after it.
        expect(runs).toBeLessThanOrEqual(2 * new Set(pauses).size);
      }),
      { numRuns: 50 },
    );
  });

  it('takes two runs for many calls at once', async () => {
    const shared = new SharedRun();
    let runs = 0;
    const work = async () => {
      runs++;
      await nextTurn();
    };
    await Promise.all(Array.from({ length: 24 }, () => shared.run(work)));
    expect(runs).toBe(2);
  });

  it('fails for those who share it only, and runs again for the next', async () => {
    const shared = new SharedRun();
    const first = shared.run(() => nextTurn().then(() => Promise.reject(new Error('lost'))));
    const second = shared.run(() => Promise.resolve());
    await expect(first).rejects.toThrow('lost');
    await expect(second).resolves.toBeUndefined();
    await expect(shared.run(() => Promise.resolve())).resolves.toBeUndefined();
  });
});
