import { describe, expect, it } from '@jest/globals';
import { OrganisationShares } from './organisation-shares.js';

const minuteMs = 60_000;

describe('the share of an organisation', () => {
  it.each([
    ['alone', { all: 10, own: 10, hasOthers: false }, 6],
    ['beside others', { all: 10, own: 10, hasOthers: true }, 2],
    ['beside others, with three quarters', { all: 12, own: 12, hasOthers: true }, 0],
    ['when others have three quarters', { all: 12, own: 0, hasOthers: true }, 1],
    ['with one slot, when others have three quarters', { all: 13, own: 1, hasOthers: true }, 0],
    ['when others have all', { all: 16, own: 0, hasOthers: true }, 0],
  ])('of 16, %s', (_case, use, room) => {
    const shares = new OrganisationShares();
    shares.see('a');
    expect(shares.room(16, use)).toBe(room);
  });

  it('is all again ten minutes after the last request of another', () => {
    let now = 0;
    const shares = new OrganisationShares(() => now);
    const room = () => {
      shares.see('a');
      return shares.room(16, { all: 12, own: 12, hasOthers: false });
    };
    expect(room()).toBe(4);
    shares.see('b');
    expect(room()).toBe(0);
    now = 9 * minuteMs;
    expect(room()).toBe(0);
    now = 11 * minuteMs;
    expect(room()).toBe(4);
  });
});
