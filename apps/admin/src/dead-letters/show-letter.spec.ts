import { describe, expect, it } from '@jest/globals';
import type { KeptLetter } from '@tributary/bus/dead-letter-log';
import { letterAsJson, printable, showLetter } from './show-letter.js';

const aLetter = (fields: Partial<KeptLetter> = {}): KeptLetter => ({
  ...{ place: { partition: 0, offset: 12n }, id: 'i-1', key: '1|x', reason: 'why' },
  ...{ time: Date.UTC(2026, 0, 2), written: Date.UTC(2026, 0, 3), value: Buffer.from('{"email":"john@example.com"}') },
  ...fields,
});

describe('a letter', () => {
  it('is shown without its value', () =>
    expect(showLetter(aLetter(), false)).toBe('0/12  2026-01-03T00:00:00.000Z  id i-1  key 1|x\n    why\n'));

  it.each([
    ['its value', Buffer.from('{"a":1}'), '{"a":1}'],
    ['a tombstone', null, '(none)'],
    ['the first bytes of a long value', Buffer.alloc(300, 'x'), `${'x'.repeat(200)}… (300 bytes)`],
    ['bytes that are no text', Buffer.from([0xff, 0x41]), '\ufffdA'],
  ])('is shown with %s when asked for', (_what, value, text) => {
    expect(showLetter(aLetter({ value }), true)).toContain(`\n    ${text}\n`);
    expect(JSON.parse(letterAsJson(aLetter({ value }), true))).toMatchObject({ value: text });
  });

  it('is one JSON object, without its value too', () =>
    expect(JSON.parse(letterAsJson(aLetter(), false))).toEqual({
      ...{ partition: 0, offset: '12', id: 'i-1', key: '1|x', reason: 'why', bytes: 28 },
      ...{ time: '2026-01-02T00:00:00.000Z', dead_letter_time: '2026-01-03T00:00:00.000Z' },
    }));

  it.each([
    ['plain, ünïcode ✓', 'plain, ünïcode ✓'],
    ['\u001b[2J', '\\u{1b}[2J'],
    ['a\nb', 'a\\u{a}b'],
    ['\u202egnp', '\\u{202e}gnp'],
    ['\u2028', '\\u{2028}'],
  ])('gives a terminal no orders (%j)', (text, shown) => expect(printable(text)).toBe(shown));
});
