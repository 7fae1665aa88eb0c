import { describe, expect, it } from '@jest/globals';
import { decodeBeginning, decoderOf, encodingOf } from './text-decoder.js';

/** Where decoders disagree with the tables of the WHATWG Encoding Standard. */
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

  it.each([
    ['euc-kr', [0x80]],
    ['windows-1253', [0xaa]],
    ['utf-8', [0xff]],
    ['shift_jis', [0x82]],
    ['utf-16le', [0x61]],
  ])('of %s refuses %j, and goes on', (label, bytes) => {
    const decode = decoderOf(label);
    const good = Buffer.from('ok', label === 'utf-16le' ? 'utf16le' : 'latin1');
    expect(() => decode(Buffer.from(bytes))).toThrow(`the line is not valid ${encodingOf(label)}`);
    expect(decode(good)).toBe('ok');
  });

  it('shows what is wrong, and leaves out what has been cut', () => {
    expect(decodeBeginning('shift_jis', Buffer.from([0x61, 0xff, 0x62, 0x82]))).toBe('a\ufffdb');
    expect(decodeBeginning('utf-8', Buffer.from('a€').subarray(0, 3))).toBe('a');
  });
});
