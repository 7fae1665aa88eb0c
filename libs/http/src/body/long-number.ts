import { eachNumber, endOfNumber, isOfNumber } from './each-number.js';

/** Longest number of a JSON body, in characters: sign, digits, point and exponent. */
export const maxNumberLength = 4_096;

/**
 * The path of the first number longer than `maxNumberLength`; undefined if there is none. The text is valid JSON. Nearly
 * every body costs a few comparisons: only one with such a run of digits is walked through.
 */
export function findLongNumber(text: string): (string | number)[] | undefined {
  if (!hasLongRun(text)) return undefined;
  let path: (string | number)[] | undefined;
  eachNumber(text, (start, end, open) => {
    if (end - start <= maxNumberLength) return false;
    path = open.map(({ part }) => part);
    return true;
  });
  return path;
}

/** Whether there is a run of more than `maxNumberLength` characters of numbers, in a string or not. */
function hasLongRun(text: string): boolean {
  // Such a run covers at least one of these positions.
  for (let at = maxNumberLength; at < text.length; at += maxNumberLength) {
    if (!isOfNumber(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && at - start <= maxNumberLength && isOfNumber(text.charCodeAt(start - 1))) start -= 1;
    if (endOfNumber(text, at) - start > maxNumberLength) return true;
  }
  return false;
}
