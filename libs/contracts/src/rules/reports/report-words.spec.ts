import { describe, expect, it } from '@jest/globals';
import { datasetWords, dimensionWords, leftOutWords, metricWords, shownName } from './report-words.js';

describe('the words for people', () => {
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
