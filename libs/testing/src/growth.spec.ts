import { describe, expect, it } from '@jest/globals';
import { badData } from '@tributary/contracts/errors';
import { expectLinear, measureGrowth } from './growth.js';

const zeros = (size: number) => `${'0'.repeat(size)}1`;

describe('expectLinear', () => {
  it('accepts a linear computation', () =>
    expectLinear({ make: (size) => 'x'.repeat(size), run: (text) => text.split('').join(' ') }));

  it.each<[string, (text: string) => unknown]>([
    [
      'a search of a list in a loop',
      (text) => {
        const numbers = Array.from(text, (_, index) => index);
        return numbers.filter((number) => numbers.indexOf(number) === number);
      },
    ],
    [
      'a pattern that searches from every character, and a refusal',
      (text) => {
        if (text.replace(/0+$/, '') === text) throw badData('refused');
      },
    ],
  ])('fails for %s', async (_case, run) => {
    await expect(expectLinear({ make: zeros, run, size: 25_000 })).rejects.toThrow('times as long');
  });

  it('does not take a defect for a refusal', async () => {
    const run = (text: string) => (text as unknown as object[]).filter(Boolean);
    await expect(expectLinear({ make: zeros, run, size: 100 })).rejects.toThrow(TypeError);
  });

  it('measures CPU time, not waiting', async () => {
    // Collecting the garbage of the specs before it may take tens of milliseconds of CPU meanwhile.
    const wait = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    const { large } = await measureGrowth({ make: zeros, run: wait, size: 10 });
    expect(large).toBeLessThan(500);
  });
});
