import { describe, expect, it } from '@jest/globals';
import {
  datasetWords,
  dimensionWords,
  leftOutWords,
  metricWords,
  shownName,
} from '@tributary/contracts/rules/report-words';
import { transformationTypes } from '../content/read-transformation.js';
import { reportNames } from './report-names.js';

const both = (kind: 'metrics' | 'dimensions') => [
  ...new Set([...reportNames.activities[kind], ...reportNames.collections[kind]]),
];

describe('the words for people', () => {
  it('are there for each metric and each dimension, and for no other', () => {
    expect(Object.keys(metricWords).toSorted()).toEqual(both('metrics').toSorted());
    expect(Object.keys(dimensionWords).toSorted()).toEqual(both('dimensions').toSorted());
  });

  it('are there for each function of charts', () =>
    expect(Object.keys(datasetWords)).toEqual(expect.arrayContaining([...transformationTypes])));

  it.each([metricWords, dimensionWords, datasetWords, leftOutWords])(
    'are different names and whole sentences',
    (words) => {
      const names = Object.values(words).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const { sentence } of Object.values(words)) expect(sentence).toMatch(/^[A-Z].*\.$/);
    },
  );

  it.each([
    ['users', 'Users'],
    ['users, before', 'Users, before'],
    ['Own title', 'Own title'],
    ['toString', 'toString'],
  ])('show %s as %s', (raw, name) => expect(shownName(raw)).toBe(name));
});
