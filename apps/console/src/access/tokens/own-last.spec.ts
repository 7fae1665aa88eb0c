import { describe, expect, it } from '@jest/globals';
import { keepOwnForOthers, ownLast, endsLike } from './own-last.js';

describe('the token of this tab', () => {
  const tokens = ['own', 'a', 'b'].map((id) => ({ id }));
  const isOwn = ({ id }: { id: string }) => id === 'own';
  const idsOf = (all: { id: string }[]) => all.map(({ id }) => id);

  it('is revoked last', () => {
    expect(idsOf(ownLast(tokens, isOwn))).toEqual(['a', 'b', 'own']);
  });

  it('is kept until no other is left to be tried again', async () => {
    const [failing, revoked]: [Set<string>, string[]] = [new Set(['a']), []];
    const act = keepOwnForOthers<{ id: string }>(
      ({ id }) => (failing.has(id) ? Promise.reject(new Error('not now')) : Promise.resolve(revoked.push(id))),
      isOwn,
    );
    await expect(act({ id: 'a' })).rejects.toThrow('not now');
    await act({ id: 'b' });
    await expect(act({ id: 'own' })).rejects.toThrow('This tab needs it');
    expect(revoked).toEqual(['b']);
    failing.clear();
    for (const { id } of ownLast(tokens, isOwn)) await act({ id });
    expect(revoked).toEqual(['b', 'a', 'b', 'own']);
  });
});

describe('endsLike', () => {
  it.each([
    ['****6789', 'tr_0123456789', true],
    ['****6780', 'tr_0123456789', false],
    ['****6789', undefined, false],
  ])('%s of %s: %s', (shown, token, expected) => expect(endsLike(shown, token)).toBe(expected));
});
