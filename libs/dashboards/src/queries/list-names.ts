import { dimensionWords, metricWords } from '@tributary/contracts/rules/report-words';
import { reportNames, type Cube } from './report-names.js';

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
  return [...metrics.map((name) => columnOf('metric', name)), ...dimensions.map((name) => columnOf('dimension', name))];
}

function columnOf(kind: NamedColumn['kind'], name: string): NamedColumn {
  const { name: title = name, sentence = '', unit } = (kind === 'metric' ? metricWords : dimensionWords)[name] ?? {};
  return { kind, name, title, sentence, ...(unit !== undefined && { unit }) };
}
