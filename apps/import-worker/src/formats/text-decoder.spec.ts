import { describe, expect, it } from '@jest/globals';
import { decodeBeginning, decoderOf, encodingOf } from './text-decoder.js';

/** Cases in which common decoders disagree with the WHATWG Encoding Standard. */
const cases: [label: string, bytes: number[], text: string][] = [
  ['windows-949', [0x8c, 0x63], '똠'],
  ['euc-kr', [0x81, 0x41], '갂'],
  ['ks_c_5601-1987', [0xc1, 0x64], '햏'],
  ['big5', [0x87, 0x40], '䏰'],
  ['big5', [0xc6, 0xa1], '①'],
  ['big5-hkscs', [0x88, 0x62], '\u00ca\u0304'],
  ['koi8-u', [0xae], 'ў'],
  ['gbk', [0x81, 0x30, 0x81, 0x30], '\u0080'],
  ['windows-1255', [0xca], '\u05ba'],
  ['shift_jis', [0x80], '\u0080'],
  ['iso-8859-16', [0xa1], 'Ą'],
  ['x-user-defined', [0x80], '\uf780'],
  ['latin1', [0x80], '€'],
  ['utf-16be', [0x20, 0xac], '€'],
  ['utf-8', [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
];

describe('a decoder', () => {
  it.each(cases)('of %s reads %j as %s', (label, bytes, text) =>
    expect(decoderOf(label)(Buffer.from(bytes))).toBe(text),
  );

  it.each<[label: string, bad: number[], next: number[], text: string]>([
    ['euc-kr', [0x81], [0x81, 0x41], '갂'],
    ['windows-1253', [0xaa], [0xe1], 'α'],
    ['utf-8', [0xe2, 0x82], [0xe2, 0x82, 0xac], '€'],
    ['shift_jis', [0x82], [0x82, 0xa0], 'あ'],
    ['utf-16le', [0x61], [0xac, 0x20], '€'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x24], [0x61], 'a'],
  ])('of %s rejects %j, and starts afresh with the next record', (label, bad, next, text) => {
    const decode = decoderOf(label);
    expect(() => decode(Buffer.from(bad))).toThrow(`the line is not valid ${encodingOf(label)}`);
    expect(decode(Buffer.from(next))).toBe(text);
  });

  it('of a stateful encoding starts each record in the initial state', () => {
    const decode = decoderOf('iso-2022-jp');
    expect(decode(Buffer.from([0x1b, 0x24, 0x42, 0x24, 0x22]))).toBe('あ');
    expect(decode(Buffer.from('$"'))).toBe('$"');
  });

  it('replaces invalid bytes, and drops an incomplete last character', () => {
    expect(decodeBeginning('shift_jis', Buffer.from([0x61, 0xff, 0x62, 0x82]))).toBe('a\ufffdb');
    expect(decodeBeginning('utf-8', Buffer.from('a€').subarray(0, 3))).toBe('a');
  });
});
