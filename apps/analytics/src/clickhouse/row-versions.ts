// Versions of rows: of several rows with one key, the greatest stays, in any order of writing.

const maxUInt64 = 2n ** 64n - 1n;
const maxUInt128 = 2n ** 128n - 1n;

/** UInt64: the earlier the time (epoch ms), the greater. */
export const earliestFirst = (time: number) => String(maxUInt64 - BigInt(Math.max(Math.floor(time), 0)));

/** UInt128: the smaller the UUID as text, the greater. */
export const smallestFirst = (uuid: string) => String(maxUInt128 - BigInt(`0x${uuid.replaceAll('-', '')}`));

/** UInt128: a pair of numbers below 2^64, compared one after the other. */
export const pairVersion = (first: bigint, second: bigint) => String((first << 64n) + second);

/** UInt64 with the order of the doubles from 0 on. */
export function doubleRank(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  // Not -0, whose sign would make it the greatest.
  view.setFloat64(0, value > 0 ? value : 0);
  return view.getBigUint64(0);
}
