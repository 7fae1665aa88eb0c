import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatPositions, parsePositions, type RecordPosition } from './record-position.js';

const at = (partition: number, ...offsets: number[]): RecordPosition[] =>
  offsets.map((offset) => ({ partition, offset: BigInt(offset) }));

describe('positions as text', () => {
  it.each([
    [at(0, 3), '0/3'],
    [at(0, 3, 4, 5), '0/3-5'],
    [at(0, 3, 4, 9), '0/3-4,0/9'],
    [[...at(0, 3), ...at(1, 4)], '0/3,1/4'],
    [at(0, 4, 3), '0/4,0/3'],
  ])('join consecutive offsets into ranges (%#)', (positions, text) => expect(formatPositions(positions)).toBe(text));

  it('are parsed back to the same positions', () => {
    const aPosition = fc.record({ partition: fc.nat(30), offset: fc.bigInt(0n, 1n << 62n) });
    fc.assert(
      fc.property(fc.array(aPosition, { minLength: 1 }), (positions) =>
        expect(parsePositions(formatPositions(positions))).toEqual(positions),
      ),
    );
  });

  it.each(['', '0', '0/', '0/x', '-1/2', '0/1-', '0/1;0/2', '0/1-99999999999999'])('are not parsed from "%s"', (text) =>
    expect(parsePositions(text)).toBeUndefined(),
  );
});
