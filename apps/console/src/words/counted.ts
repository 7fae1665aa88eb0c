/**
 * A count with its noun: `1 import`, `1,200 imports`.
 *
 * @param one the noun for a count of 1
 * @param many that for all others; `one` with an s unless given
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
