import { describe, expect, it } from '@jest/globals';
import type { StoredDeadLetter } from '@tributary/bus/dead-letters/dead-letter-log';
import { deadLetterAsJson, printable, showDeadLetter } from './show-dead-letter.js';

const aDeadLetter = (fields: Partial<StoredDeadLetter> = {}): StoredDeadLetter => ({
  position: { partition: 0, offset: 12n },
  id: 'i-1',
  key: '1|x',
  reason: 'why',
  time: Date.UTC(2026, 0, 2),
  written: Date.UTC(2026, 0, 3),
  value: Buffer.from('{"email":"john@example.com"}'),
  ...fields,
});

describe('a dead letter', () => {
  it('is shown without its value by default', () =>
    expect(showDeadLetter(aDeadLetter(), false)).toBe('0/12  2026-01-03T00:00:00.000Z  id i-1  key 1|x\n    why\n'));

  it.each([
    ['a short value', Buffer.from('{"a":1}'), '{"a":1}'],
    ['a tombstone', null, '(none)'],
    ['the first bytes of a long value', Buffer.alloc(300, 'x'), `${'x'.repeat(200)}… (300 bytes)`],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0x41]), '\ufffdA'],
  ])('is shown with %s if the value is requested', (_what, value, text) => {
    expect(showDeadLetter(aDeadLetter({ value }), true)).toContain(`\n    ${text}\n`);
    expect(JSON.parse(deadLetterAsJson(aDeadLetter({ value }), true))).toMatchObject({ value: text });
  });

  it('is one JSON object without the value by default', () =>
    expect(JSON.parse(deadLetterAsJson(aDeadLetter(), false))).toEqual({
      partition: 0,
      offset: '12',
      id: 'i-1',
      key: '1|x',
      reason: 'why',
      bytes: 28,
      time: '2026-01-02T00:00:00.000Z',
      dead_letter_time: '2026-01-03T00:00:00.000Z',
    }));

  it.each([
    ['plain, ünïcode ✓', 'plain, ünïcode ✓'],
    ['\u001b[2J', '\\u{1b}[2J'],
    ['a\nb', 'a\\u{a}b'],
    ['\u202egnp', '\\u{202e}gnp'],
    ['\u2028', '\\u{2028}'],
  ])('escapes control characters for the terminal (%j)', (text, shown) => expect(printable(text)).toBe(shown));
});
