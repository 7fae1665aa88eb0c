import { describe, expect, it } from '@jest/globals';
import type { UserActivity } from '@tributary/client/generated/types.gen';
import fc from 'fast-check';
import { demoActivities, refusedActivity } from './demo-activities.js';
import { toNdjson } from './demo-lines.js';

const now = Date.UTC(2026, 10, 23, 14, 2, 7);
const dayMs = 86_400_000;
const activities = demoActivities(now, '1');
const keysOf = (list: readonly UserActivity[]) => new Set(list.map(({ $unique_key }) => $unique_key));
const inBoth = (one: readonly UserActivity[], other: readonly UserActivity[]) => {
  const keys = keysOf(other);
  return [...keysOf(one)].filter((key) => keys.has(key)).length;
};
const valuesOf = (read: (activity: UserActivity) => unknown) => new Set(activities.map(read));
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('demoActivities', () => {
  it('are the same for the same load and time', () => expect(demoActivities(now, '1')).toEqual(activities));

  it('have other keys in another load, and are the same apart from them', () => {
    const others = demoActivities(now, '2');
    expect(inBoth(others, activities)).toBe(0);
    const withoutKey = (list: readonly UserActivity[]) => list.map((one) => ({ ...one, $unique_key: undefined }));
    expect(withoutKey(others)).toEqual(withoutKey(activities));
  });

  it('have one beside them that names no person', () =>
    expect(Object.keys(refusedActivity(now))).not.toContain('$user_identifiers'));

  it('have a key each', () => {
    expect(keysOf(activities).size).toBe(2_000);
    for (const { $unique_key } of activities) expect($unique_key).toMatch(uuid);
  });

  it('keep the keys of the days that were loaded before', () => {
    const later = demoActivities(now + 3_600_000, '1');
    expect(keysOf(later)).toEqual(keysOf(activities));
    const before = Math.floor(now / dayMs) * dayMs;
    const ofDaysBefore = (list: UserActivity[]) => list.filter(({ $ts }) => Number($ts) < before);
    expect(ofDaysBefore(later)).toEqual(ofDaysBefore(activities));
    const tomorrow = demoActivities(now + dayMs, '1');
    expect(inBoth(tomorrow, activities)).toBeGreaterThan(1_800);
  });

  it('are 2,000 of the last 14 days at every time, and none is later', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (at) => {
        const list = demoActivities(at, '1');
        expect(list).toHaveLength(2_000);
        const times = list.flatMap(({ $ts, $events }) =>
          [$ts, ...($events ?? []).map((event) => event.$ts)].map(Number),
        );
        expect(Math.min(...times)).toBeGreaterThanOrEqual((Math.floor(at / dayMs) - 13) * dayMs);
        expect(Math.max(...times)).toBeLessThanOrEqual(at);
      }),
      { numRuns: 5 },
    ));

  it('happen on several channels, with several devices', () => {
    expect(valuesOf(({ $type }) => $type)).toEqual(new Set(['SITE_VISIT', 'APP_VISIT', 'CTV_VISIT']));
    expect(valuesOf(({ $site_id, $app_id, $ctv_id }) => $site_id ?? $app_id ?? $ctv_id).size).toBe(4);
    expect(valuesOf(({ $user_agent_info }) => $user_agent_info?.$form_factor).size).toBe(4);
  });

  it('have transactions, but few', () => {
    const bought = activities.filter(({ $events }) =>
      $events?.some(({ $event_name }) => $event_name === '$transaction_confirmed'),
    );
    expect(bought.length).toBeGreaterThan(60);
    expect(bought.length).toBeLessThan(300);
  });

  it('always name the channel and a person', () => {
    for (const { $site_id, $app_id, $ctv_id, $user_identifiers } of activities) {
      expect([$site_id, $app_id, $ctv_id].filter((id) => id !== undefined)).toHaveLength(1);
      expect($user_identifiers?.length).toBeGreaterThan(0);
    }
  });

  it('are one line each in the upload', () => {
    const lines = toNdjson(activities).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line) as UserActivity)).toEqual(activities);
  });
});
