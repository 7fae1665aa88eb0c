import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { Health } from './health.js';

const withParts = (...checks: (() => boolean | Promise<boolean>)[]) => {
  const health = new Health();
  health.add(...checks.map((check, index) => ({ name: `part ${index}`, check })));
  return health;
};

describe('readiness', () => {
  afterEach(() => void jest.restoreAllMocks());

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

  it('fails soon after a dependency does, also when the clock of the machine is set back', async () => {
    let isUp = true;
    const health = withParts(() => isUp);
    await expect(health.report()).resolves.toMatchObject({ ready: true });
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    isUp = false;
    await eventually(async () => expect(await health.report()).toMatchObject({ ready: false }), { within: 30_000 });
  });

  it('fails while the app drains', async () => {
    const health = withParts(() => true);
    health.drain();
    await expect(health.report()).resolves.toMatchObject({ ready: false, parts: { accepting: 'down' } });
  });
});
