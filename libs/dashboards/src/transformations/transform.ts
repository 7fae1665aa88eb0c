import type { Transformation } from '../content/dataset.js';
import { failure, type Failure } from '../results/failure.js';
import type { NumberResult, Result, SeriesResult } from '../results/result.js';
import { formatDates } from './format-dates.js';
import { getDecorators, type NameLookup } from './get-decorators.js';
import { join } from './join.js';
import { ratio, reduce } from './reduce.js';
import { toIndex } from './to-index.js';
import { toList } from './to-list.js';
import { toPercentages } from './to-percentages.js';

interface Rule {
  /** Exactly this many sources. Absent: one or more. */
  arity?: number;
  takes: Result['kind'];
}

const rules: Record<Transformation['type'], Rule> = {
  join: { takes: 'series' },
  'to-list': { takes: 'number' },
  'to-percentages': { arity: 1, takes: 'series' },
  ratio: { arity: 2, takes: 'number' },
  index: { arity: 2, takes: 'series' },
  'format-dates': { arity: 1, takes: 'series' },
  'get-decorators': { arity: 1, takes: 'series' },
  reduce: { arity: 1, takes: 'series' },
};

/** The failure of a transformation with too many or too few sources; undefined when their number is right. */
export function checkArity({ type, sources, path }: Transformation): Failure | undefined {
  const { arity } = rules[type];
  if (arity === undefined ? sources.length > 0 : sources.length === arity) return undefined;
  const needed = arity === undefined ? 'at least 1 source' : arity === 1 ? '1 source' : `${arity} sources`;
  return failure('arity', path, `${type} needs ${needed}, it has ${sources.length}`);
}

/** Computes a transformation from the results of its sources. Their number is right. */
export function transform(dataset: Transformation, results: Result[], nameOf?: NameLookup): Result | Failure {
  const { type, path } = dataset;
  const [first] = results;
  // The reduction of a number is the number, as reports without dimension are common sources of it.
  if (type === 'reduce' && first?.kind === 'number') return first;
  const { takes } = rules[type];
  const wrong = results.findIndex(({ kind }) => kind !== takes);
  if (wrong >= 0) {
    const [needed, given] = takes === 'number' ? ['numbers', 'a series'] : ['series with keys', 'a number'];
    return failure('kind', path, `${type} needs ${needed}, source ${wrong + 1} is ${given}`);
  }
  return takes === 'number'
    ? transformNumbers(dataset, results as NumberResult[])
    : transformSeries(dataset, results as SeriesResult[], nameOf);
}

function transformNumbers(dataset: Transformation, numbers: NumberResult[]): Result | Failure {
  if (dataset.type === 'to-list') return toList(numbers, dataset.title);
  const [value, divisor] = numbers;
  return value && divisor ? ratio(value, divisor) : missing(dataset);
}

function transformSeries(dataset: Transformation, series: SeriesResult[], nameOf?: NameLookup): Result | Failure {
  const [first, second] = series;
  if (!first) return missing(dataset);
  switch (dataset.type) {
    case 'join':
      return join(series);
    case 'to-percentages':
      return toPercentages(first);
    case 'index':
      return second ? toIndex(first, second, dataset.options) : missing(dataset);
    case 'format-dates':
      return formattedDates(dataset.path, formatDates(first, dataset.options));
    case 'get-decorators':
      return getDecorators(first, dataset.options, nameOf);
    case 'reduce':
      return reduce(first, dataset.reducer);
    default:
      return missing(dataset);
  }
}

function formattedDates(path: string, result: ReturnType<typeof formatDates>): Result | Failure {
  if (!('invalidKey' in result)) return result;
  return failure('invalid', path, `format-dates: ${JSON.stringify(result.invalidKey.slice(0, 50))} is no date`);
}

const missing = ({ type, path }: Transformation) => failure('arity', path, `${type} lacks a source`);
