import { describe, expect, it } from '@jest/globals';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { FeedActivity } from './feed-activity.js';
import type { FeedQuery } from '@tributary/contracts/collecting/feed-query';
import { Viewer } from './viewer.js';

const identifier: Identifier = { type: 'USER_AGENT', value: 'a' };
const activity = (id: string, filling = '') =>
  new FeedActivity({
    activity_id: id,
    received_ts: 1,
    identifiers: [identifier],
    body: JSON.stringify({ $type: 'TOUCH', filling }),
  });
const refusal = (error_id: string) => ({
  refusal: { received_ts: 1, error_code: 'BAD_REQUEST_DATA' as const, error: 'e', error_id, head: 'a' },
  event: `event: refused\ndata: "${error_id}"\n\n`,
  bytes: 1,
});

function aViewer(query: Partial<FeedQuery> = {}) {
  const counts = { shown: 0, skipped: 0 };
  const viewer = new Viewer('1', { type: [], event_name: [], sample: 2, ...query }, (outcome) => counts[outcome]++, 0);
  /** The text that a client has got since the last call. */
  const read = () => String(viewer.read() ?? '');
  return { viewer, counts, read };
}
const idsIn = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);

describe('a viewer', () => {
  it('gets a comment at once, and one every 15 s', () => {
    const { viewer, read } = aViewer();
    expect(read()).toBe(': open\n\n');
    for (let second = 1; second < 15; second++) viewer.tick(second * 1_000);
    expect(read()).toBe('');
    viewer.tick(15_000);
    expect(read()).toBe(': ping\n\n');
    for (let second = 16; second <= 30; second++) viewer.tick(second * 1_000);
    expect(read()).toBe(': ping\n\n');
  });

  it('gets at most so many activities per second, and the number of those that were left out', () => {
    const { viewer, counts, read } = aViewer();
    for (const id of ['1', '2', '3', '4', '5']) viewer.showActivity(activity(id), 10);
    expect(idsIn(read())).toEqual(['1', '2']);
    viewer.tick(1_000);
    expect(read()).toBe('event: skipped\ndata: {"count":3}\n\n');
    viewer.tick(2_000);
    expect(read()).toBe('');
    viewer.showActivity(activity('6'), 2_001);
    expect(idsIn(read())).toEqual(['6']);
    expect(counts).toEqual({ shown: 3, skipped: 3 });
  });

  it('gets as many refusals beside the activities', () => {
    const { viewer, read } = aViewer({ sample: 1 });
    viewer.showActivity(activity('1'), 1);
    for (const id of ['r1', 'r2']) viewer.showRefusal(refusal(id), 2);
    expect(read()).toContain('data: "r1"');
    viewer.tick(1_000);
    expect(read()).toBe('event: skipped\ndata: {"count":1}\n\n');
  });

  it('with an identifier gets everything', () => {
    const { viewer, counts, read } = aViewer({ identifier, sample: 1 });
    for (let id = 0; id < 50; id++) viewer.showActivity(activity(String(id)), 1);
    for (let id = 0; id < 50; id++) viewer.showRefusal(refusal(String(id)), 1);
    expect(idsIn(read())).toHaveLength(50);
    viewer.tick(1_000);
    expect(read()).toBe('');
    expect(counts).toEqual({ shown: 100, skipped: 0 });
  });

  it('first gets what came before, as far as it passes the filters, without sampling', () => {
    const { viewer, counts, read } = aViewer({ type: ['TOUCH'], sample: 1 });
    const other = new FeedActivity({ activity_id: 'o', received_ts: 1, identifiers: [], body: '{"$type":"x"}' });
    viewer.replay([activity('1'), other, activity('2')], [refusal('r1')]);
    const text = read();
    expect(idsIn(text)).toEqual(['1', '2']);
    expect(text).toContain('data: "r1"');
    expect(counts).toEqual({ shown: 0, skipped: 0 });
  });

  it('that reads nothing loses events within bounded memory, and then gets their number', () => {
    const { viewer, counts, read } = aViewer({ identifier });
    const filling = 'x'.repeat(10_000);
    for (let id = 0; id < 1_000; id++) viewer.showActivity(activity(String(id), filling), 1);
    for (let second = 1; second < 100; second++) viewer.tick(second * 1_000);
    expect(viewer.readableLength).toBeLessThan(600_000);
    const kept = idsIn(read());
    expect(kept.length).toBeGreaterThan(40);
    expect(kept.at(-1)).toBe(String(kept.length - 1));
    viewer.tick(100_000);
    expect(read()).toBe(`event: skipped\ndata: {"count":${1_000 - kept.length}}\n\n: ping\n\n`);
    expect(counts.shown + counts.skipped).toBe(1_000);
  });

  it('gets nothing once it has ended', () => {
    const { viewer, read } = aViewer();
    viewer.end();
    viewer.end();
    viewer.showActivity(activity('1'));
    viewer.tick(20_000);
    expect(read()).toBe(': open\n\n');
  });
});
