import { describe, expect, it } from '@jest/globals';
import { expirationIn, resolveSegment, type RegisteredSegment, type SegmentNames } from './resolve-segment.js';

const buyers: RegisteredSegment = { segment_id: '3', technical_name: 'buyers', default_ttl: 60_000 };
const registered = { byId: new Map([['3', buyers]]), byTechnicalName: new Map([['buyers', buyers]]) };

describe('the segment of a write', () => {
  it.each<[string, SegmentNames, object]>([
    ['a registered id', { segment_id: '3' }, buyers],
    ['an id that is not registered, without a ttl', { segment_id: '4' }, { segment_id: '4', default_ttl: null }],
    ['a technical name', { segment_technical_name: 'buyers' }, buyers],
    ['both, which agree', { segment_id: '3', segment_technical_name: 'buyers' }, buyers],
  ])('is found by %s', (_case, names, expected) => expect(resolveSegment(names, registered)).toMatchObject(expected));

  it.each<[string, SegmentNames, RegExp]>([
    ['an unknown technical name', { segment_technical_name: 'sellers' }, /^segment_technical_name: /],
    ['an unknown name beside an id', { segment_id: '3', segment_technical_name: 'x' }, /^segment_technical_name: /],
    ['an id of another segment than the name', { segment_id: '4', segment_technical_name: 'buyers' }, /^segment_id: /],
    ['neither', {}, /^segment_id: /],
  ])('is not found by %s', (_case, names, problem) =>
    expect(resolveSegment(names, registered)).toEqual(expect.stringMatching(problem)),
  );
});

describe('the expiration of a membership', () => {
  it.each<[string, number | null, number | null | undefined, number | null]>([
    ['its own', 60_000, 5, 5],
    ['its own, never', 60_000, null, null],
    ['by the ttl', 60_000, undefined, 61_000],
    ['never with a ttl of 0', 0, undefined, null],
    ['never without a ttl', null, undefined, null],
    ['at most the largest safe integer', Number.MAX_SAFE_INTEGER, undefined, Number.MAX_SAFE_INTEGER],
  ])('is %s', (_case, default_ttl, own, expected) => expect(expirationIn({ default_ttl }, own, 1_000)).toBe(expected));

  it('is never in a segment that is not registered', () => {
    expect(expirationIn(undefined, undefined, 1_000)).toBeNull();
  });
});
