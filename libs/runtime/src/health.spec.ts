import { describe, expect, it } from '@jest/globals';
import { Health } from './health.js';

const withParts = (...checks: (() => boolean | Promise<boolean>)[]) => {
  const health = new Health();
  health.add(...checks.map((check, index) => ({ name: `part ${index}`, check })));
  return health;
};

describe('readiness', () => {
  it('requires every dependency', async () => {
    await expect(
      withParts(
        () => true,
        () => Promise.resolve(true),
      ).report(),
    ).resolves.toEqual({ ready: true, parts: { accepting: 'up', 'part 0': 'up', 'part 1': 'up' } });
  });

  it.each<[string, () => boolean | Promise<boolean>]>([
    ['says no', () => false],
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['rejects', () => Promise.reject(new Error('down'))],
    ['does not answer', () => new Promise(() => undefined)],
  ])('fails if a dependency %s, and names it', async (_case, check) => {
    await expect(withParts(() => true, check).report()).resolves.toMatchObject({
      ready: false,
      parts: { 'part 0': 'up', 'part 1': 'down' },
    });
  });

  it('fails while the app drains', async () => {
    const health = withParts(() => true);
    health.drain();
    await expect(health.report()).resolves.toMatchObject({ ready: false, parts: { accepting: 'down' } });
  });
});
