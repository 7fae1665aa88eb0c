import { badData } from '@tributary/contracts/errors';
import type { ReportRequest } from '@tributary/contracts/analytics/report';
import type { Columns, Cube, DimensionColumn, MetricColumn } from './cube.js';

/** The requested columns, in order. Throws BAD_REQUEST_DATA for an unknown or repeated name. */
export function findColumns(cube: Cube, { dimensions, metrics }: ReportRequest): Columns {
  const names = (dimensions ?? []).map(({ name }) => name);
  const expressions = (metrics ?? []).map(({ expression }) => expression);
  if (names.length + expressions.length === 0) throw badData('metrics: a report needs a metric or a dimension');
  return {
    dimensions: names.map((name, index): DimensionColumn => {
      const dimension = pick(cube.dimensions, names, index, `dimensions[${index}].name`);
      return { ...dimension, name, alias: `d${index}` };
    }),
    metrics: expressions.map((name, index): MetricColumn => {
      const metric = pick(cube.metrics, expressions, index, `metrics[${index}].expression`);
      return { ...metric, name, alias: `m${index}` };
    }),
  };
}

function pick<T>(known: ReadonlyMap<string, T>, names: string[], index: number, field: string): T {
  const name = names[index] ?? '';
  const found = known.get(name);
  if (found === undefined) throw badData(`${field}: ${quote(name)} does not exist`);
  if (names.indexOf(name) < index) throw badData(`${field}: ${quote(name)} is repeated`);
  return found;
}

/** Quotes a text of the request for an error message. */
export const quote = (text: string) => JSON.stringify(text.slice(0, 100));
