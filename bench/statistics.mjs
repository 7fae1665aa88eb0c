// How figures are summed up and printed.

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** `min / median / max`. */
export function spread(numbers, digits = 1) {
  const show = (number) =>
    (number >= 1_000 ? Math.round(number).toLocaleString('en') : number.toFixed(digits)).padStart(7);
  return [Math.min(...numbers), median(numbers), Math.max(...numbers)].map(show).join(' / ');
}
