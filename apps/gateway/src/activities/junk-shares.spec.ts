import { expect, it } from '@jest/globals';
import { JunkShares } from './junk-shares.js';

const day = 86_400_000;
const now = 20_000 * day;
const activities = (count: number, words: string[] = []) => Array.from({ length: count }, () => words);

it('reports which share of a datamart’s activities names each word, the highest first', () => {
  const shares = new JunkShares();
  shares.count('7', now, [...activities(90), ...activities(8, ['null', 'null']), ...activities(2, ['guest', 'null'])]);
  shares.count('8', now, [...activities(150), ...activities(50, ['guest'])]);
  expect(shares.highest()).toEqual([
    { labels: { datamart: '8', word: 'guest' }, value: 0.25 },
    { labels: { datamart: '7', word: 'null' }, value: 0.1 },
    { labels: { datamart: '7', word: 'guest' }, value: 0.02 },
  ]);
});

it('says nothing of few activities', () => {
  const shares = new JunkShares();
  shares.count('7', now, activities(99, ['null']));
  expect(shares.highest()).toEqual([]);
  shares.count('7', now, activities(1));
  expect(shares.highest()).toEqual([{ labels: { datamart: '7', word: 'null' }, value: 0.99 }]);
});

it('starts over with each day', () => {
  const shares = new JunkShares();
  shares.count('7', now, activities(100, ['null']));
  shares.count('7', now + day, activities(100));
  expect(shares.highest()).toEqual([]);
});

it('names few words of a datamart, so that it hides no other one', () => {
  const shares = new JunkShares();
  const many = ['nil', 'null', 'none', 'true', 'guest'];
  for (let datamart = 0; datamart < 50; datamart++)
    shares.count(String(datamart), now, [...activities(100), ...activities(100, many)]);
  shares.count('quiet', now, [...activities(98), ...activities(2, ['guest'])]);
  const highest = shares.highest();
  expect(highest).toHaveLength(50 * 3 + 1);
  expect(highest.at(-1)).toEqual({ labels: { datamart: 'quiet', word: 'guest' }, value: 0.02 });
});

it('leaves out what is rare', () => {
  const shares = new JunkShares();
  shares.count('7', now, [...activities(996), ...activities(4, ['guest'])]);
  expect(shares.highest()).toEqual([]);
});
