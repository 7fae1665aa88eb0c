import { describe, expect, it } from '@jest/globals';
import { readDataset } from '@tributary/dashboards/content/read-dataset';
import { transformationTypes } from '@tributary/dashboards/content/read-transformation';
import { datasetWords } from '@tributary/contracts/rules/reports/report-words';
import { checkArity } from '@tributary/dashboards/transformations/transform';
import { arityOf, changeTransformation, newSource, sourceTypes, unwrap, wrap } from './dataset-types.js';

const source = newSource('activities_analytics');

describe('datasets of the form', () => {
  it.each([...sourceTypes, ...transformationTypes])('%s: is there with its words', (type) =>
    expect(datasetWords).toHaveProperty([type]),
  );

  it.each(transformationTypes)('%s: can be computed as soon as it is chosen', (type) => {
    const read = readDataset(wrap(source, type), 'dataset');
    expect(read).toMatchObject({ kind: 'transformation', type });
    expect(read.kind === 'transformation' && checkArity(read)).toBeUndefined();
  });

  it.each(transformationTypes)('%s: one source more than the form allows is refused', (type) => {
    const [, most] = arityOf(type);
    if (most === 50) return;
    const read = readDataset({ ...wrap(source, type), sources: Array.from({ length: most + 1 }, () => source) }, 'd');
    expect(read.kind === 'transformation' && checkArity(read)).toMatchObject({ reason: 'arity' });
  });

  it.each(sourceTypes)('%s: a new one has its type', (type) => expect(newSource(type)).toMatchObject({ type }));

  it('of a transformation are what they were before it', () => expect(unwrap(wrap(source, 'ratio'))).toEqual(source));

  it('keep their sources and their name when the transformation changes', () => {
    const list = { ...wrap(source, 'to-list'), series_title: 'x', sources: [source, source, source] };
    expect(changeTransformation(list, 'ratio')).toEqual({
      type: 'ratio',
      series_title: 'x',
      sources: [source, source],
    });
    expect(changeTransformation(wrap(source, 'reduce'), 'index')).toMatchObject({ sources: [source, source] });
  });
});
