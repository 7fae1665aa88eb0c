import { dimensionWords, metricWords, type Words } from '@tributary/contracts/rules/reports/report-words';
import { reportNames, type Cube } from '@tributary/contracts/rules/reports/report-names';

/** A metric or dimension, with its words for people. */
export interface NamedColumn {
  kind: 'metric' | 'dimension';
  name: string;
  title: string;
  sentence: string;
  /** Behind each number. */
  unit?: string;
}

/** Everything that the reports of a cube may ask for, the metrics first. */
export function listNames(cube: Cube): NamedColumn[] {
  const { metrics, dimensions } = reportNames[cube];
  return [
    ...metrics.map((name) => columnOf('metric', name, metricWords[name])),
    ...dimensions.map((name) => columnOf('dimension', name, dimensionWords[name])),
  ];
}

const columnOf = (kind: NamedColumn['kind'], name: string, { name: title, ...words }: Words): NamedColumn => ({
  kind,
  name,
  title,
  ...words,
});
