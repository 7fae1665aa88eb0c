// Rounds of both sides in alternation, and the ratios of each pair.
import { median, spread } from '../statistics.mjs';

/**
 * Measures every side once per pair. The order changes from pair to pair, so a machine that gets slower favours neither.
 *
 * @param measure of a side: `{figure: number}`
 * @returns one array of rounds per side, in the order of the pairs
 */
export async function alternate(sides, pairs, measure) {
  const results = await alternateAll(sides, pairs, [undefined], measure);
  return results.get(undefined);
}

/** The same at several settings, which follow each other within a pair: they too can be compared. @returns a Map of them */
export async function alternateAll(sides, pairs, settings, measure) {
  const results = new Map(settings.map((setting) => [setting, sides.map(() => [])]));
  for (let pair = 0; pair < pairs; pair++) {
    const order = [...sides.keys()];
    if (pair % 2 === 1) order.reverse();
    for (const setting of settings)
      for (const index of order) results.get(setting)[index].push(await measure(sides[index], setting));
  }
  return results;
}

/** `new / old` of each pair. */
export const ratiosOf = ([before, after], figure) => after.map((round, pair) => round[figure] / before[pair][figure]);

/** A row per figure: the median of each side, then the ratio as min / median / max. One side alone: its spread. */
export function printPairs(title, sides, results) {
  const row = (figure, ...cells) => process.stdout.write(`  ${[figure.padEnd(30), ...cells].join('  ')}\n`);
  process.stdout.write(`\n${title}\n`);
  if (sides.length > 1) row('', ...sides.map(({ name }) => name.padStart(12)), 'new / old: min / median / max');
  for (const figure of figuresOf(results)) {
    if (sides.length === 1) row(figure, spread(results[0].map((round) => round[figure])));
    else row(figure, ...results.map((rounds) => medianOf(rounds, figure)), ratiosIn(results, figure));
  }
}

function ratiosIn(results, figure) {
  const ratios = ratiosOf(results, figure);
  return ratios.every(Number.isFinite) ? spread(ratios, 2) : '';
}

/** The figures that every round has. */
function figuresOf(results) {
  const rounds = results.flat();
  return Object.keys(rounds[0]).filter((figure) => rounds.every((round) => figure in round));
}

function medianOf(rounds, figure) {
  const value = median(rounds.map((round) => round[figure]));
  return (value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(1)).padStart(12);
}
