import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FeedBuffer } from './feed-buffer.js';
import type { FeedEvent } from '@tributary/client/feed/feed-event';

const activity = (id: string, $received_ts: number, size = 10): FeedEvent => ({
  kind: 'activity',
  activity: { $id: id, $received_ts },
  size,
});
const refusal = (error_id: string, received_ts: number, head = '{}'): FeedEvent => ({
  kind: 'refused',
  refusal: { received_ts, error_code: 'BAD_REQUEST_DATA', error: '$type: is required', error_id, head },
  size: 10,
});
const bounds = { rows: 3, size: 100 };
const filled = (...events: FeedEvent[]) => {
  const buffer = new FeedBuffer(bounds);
  events.forEach((event) => buffer.add(event));
  return buffer;
};
const ids = (buffer: FeedBuffer) => buffer.view().activities.map(({ id }) => id);

describe('FeedBuffer', () => {
  it('shows the newest on top', () => expect(ids(filled(activity('a', 1), activity('b', 2)))).toEqual(['b', 'a']));

  it('keeps the newest rows only', () =>
    expect(ids(filled(activity('a', 1), activity('b', 2), activity('c', 3), activity('d', 4)))).toEqual([
      'd',
      'c',
      'b',
    ]));

  it('is bounded in size as well, but always shows the newest', () => {
    expect(ids(filled(activity('a', 1, 60), activity('b', 2, 60)))).toEqual(['b']);
    expect(ids(filled(activity('a', 1, 60), activity('b', 2, 1_000)))).toEqual(['b']);
  });

  it('adds a row once, however often the server sends it again', () =>
    expect(ids(filled(activity('a', 1), activity('b', 2), activity('a', 1), activity('b', 2)))).toEqual(['b', 'a']));

  it('does not add a row again that was dropped', () => {
    const buffer = filled(activity('a', 1), activity('b', 2), activity('c', 3), activity('d', 4));
    buffer.add(activity('a', 1));
    expect(ids(buffer)).toEqual(['d', 'c', 'b']);
  });

  it('counts how often a client has sent an activity', () => {
    const buffer = filled(activity('a', 1), activity('b', 2), activity('a', 3));
    expect(buffer.view().activities.map(({ id, times }) => [id, times])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  it('puts a row that was missed in its place', () =>
    expect(ids(filled(activity('a', 1), activity('c', 3), activity('b', 2)))).toEqual(['c', 'b', 'a']));

  it('adds up what sampling left out', () =>
    expect(filled({ kind: 'skipped', count: 1_800 }, { kind: 'skipped', count: 34 }).view().skipped).toBe(1_834));

  it('lists refusals apart', () => {
    const buffer = filled(activity('a', 1), refusal('r', 2), refusal('r', 2));
    expect(buffer.view().refusals).toMatchObject([{ value: { error_id: 'r' } }]);
    expect(ids(buffer)).toEqual(['a']);
  });

  it('lists each refused line of a request', () =>
    expect(filled(refusal('r', 2, 'line 1'), refusal('r', 2, 'line 2')).view().refusals).toHaveLength(2));

  it('stands still while it is paused, and counts', () => {
    const buffer = filled(activity('a', 1));
    buffer.pause();
    [activity('b', 2), activity('b', 2), refusal('r', 3)].forEach((event) => buffer.add(event));
    expect(buffer.view()).toMatchObject({ activities: [{ id: 'a' }], refusals: [], isPaused: true, waiting: 2 });
    buffer.resume();
    expect(buffer.view()).toMatchObject({
      activities: [{ id: 'b' }, { id: 'a' }],
      refusals: [{ value: { error_id: 'r' } }],
      isPaused: false,
      waiting: 0,
    });
  });

  it('does not count a row that is sent again, and is older than the list', () => {
    const buffer = filled(activity('a', 1), activity('b', 2), activity('c', 3), activity('d', 4));
    buffer.pause();
    buffer.add(activity('a', 1));
    expect(buffer.view().waiting).toBe(0);
  });

  it('shows what arrived before the pause, even if it was not looked at', () => {
    const buffer = filled(activity('a', 1));
    buffer.pause();
    expect(ids(buffer)).toEqual(['a']);
  });

  it('makes a new view only when something has changed', () => {
    const buffer = filled(activity('a', 1));
    const view = buffer.view();
    expect(buffer.view()).toBe(view);
    buffer.add(activity('b', 2));
    expect(buffer.view()).not.toBe(view);
  });

  it('is bounded, ordered and free of duplicates in every order of arrival', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(20), fc.nat(60))), (arrivals) => {
        const { activities } = filled(...arrivals.map(([id, ts, size]) => activity(`${id}`, ts, size))).view();
        const times = activities.map(({ received_ts }) => received_ts);
        expect(activities.length).toBeLessThanOrEqual(bounds.rows);
        expect(times).toEqual(times.toSorted((a, b) => b - a));
        expect(new Set(activities.map(({ id }) => id)).size).toBe(activities.length);
      }),
    ));
});
