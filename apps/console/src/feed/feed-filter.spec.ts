import { describe, expect, it } from '@jest/globals';
import { hasFilter, readFeedFilter } from './feed-filter.js';

describe('readFeedFilter', () => {
  it.each([
    ['nothing', {}, {}],
    [
      'all',
      { type: ['TOUCH', '!EMAIL'], event_name: ['a', '!b'], identifier: 'user_agent_id=x', sample: 50 },
      undefined,
    ],
    ['one event name', { event_name: '$page_view' }, { event_name: ['$page_view'] }],
    ['a type that looks like a number', { type: 7 }, { type: ['7'] }],
    ['names once', { event_name: ['a', 'a', ' a '] }, { event_name: ['a'] }],
    ['no empty values', { type: ' ', event_name: ['', '!', null], identifier: '' }, {}],
    ['no default', { sample: 20 }, {}],
    [
      'no more names than the API takes',
      { type: Array.from({ length: 21 }, (_, n) => `t${n}`) },
      { type: Array.from({ length: 20 }, (_, n) => `t${n}`) },
    ],
    ['no wrong sample', { sample: 101 }, {}],
    ['no sample of text', { sample: 'many' }, {}],
  ])('reads %s', (_case, search, filter) => expect(readFeedFilter(search)).toEqual(filter ?? search));
});

describe('hasFilter', () => {
  it('is not about the sample', () =>
    expect([hasFilter({ sample: 5 }), hasFilter({ type: ['TOUCH'] })]).toEqual([false, true]));
});
