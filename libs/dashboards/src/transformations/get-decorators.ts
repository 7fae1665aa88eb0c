import type { DecoratorsOptions } from '../content/dataset.js';
import type { Point, SeriesResult } from '../results/result.js';

/** The name of a resource; undefined when it is unknown, which leaves the id as it is. */
export type NameLookup = (modelType: string, id: string) => string | undefined;

/** Labels the keys, which are ids, with names. `buckets` does the next level. */
export const getDecorators = (
  source: SeriesResult,
  options: DecoratorsOptions,
  nameOf: NameLookup = () => undefined,
): SeriesResult => ({ ...source, points: source.points.map((point) => decorate(point, options, nameOf)) });

function decorate(point: Point, { modelType, buckets }: DecoratorsOptions, nameOf: NameLookup): Point {
  const name = modelType !== undefined && point.key !== null ? nameOf(modelType, point.key) : undefined;
  const next = buckets && point.points?.map((each) => decorate(each, buckets, nameOf));
  return { ...point, ...(name !== undefined && { label: name }), ...(next && { points: next }) };
}
