import { describe, expect, it } from '@jest/globals';
import { listReports, storeReports } from './saved-reports.js';

const memory = (texts = new Map<string, string>()) => ({
  getItem: (key: string) => texts.get(key) ?? null,
  setItem: (key: string, text: string) => void texts.set(key, text),
});

describe('saved reports', () => {
  it('belong to a user and a datamart, by name; the later of two with a name stays', () => {
    const storage = memory();
    const byDevice = { name: 'b', search: { dimensions: 'device_brand' } };
    storeReports(storage, '1', '7', [{ name: 'b', search: {} }, { name: 'a', search: {} }, byDevice]);
    expect(listReports(storage, '1', '7')).toEqual([{ name: 'a', search: {} }, byDevice]);
    expect(listReports(storage, '2', '7')).toEqual([]);
    expect(listReports(storage, '1', '8')).toEqual([]);
  });

  it.each([
    ['{', []],
    ['{}', []],
    ['[7, null, {"name": 1, "search": {}}, {"name": "a"}]', []],
    ['[{"name": "a", "search": {"metrics": 7, "view": "Pie"}}]', [{ name: 'a', search: { view: 'Pie' } }]],
  ])('of %s are those that can be read', (text, reports) =>
    expect(listReports(memory(new Map([['tributary.reports.1.7', text]])), '1', '7')).toEqual(reports),
  );
});
