import { expect, it } from '@jest/globals';
import { readSendSearch } from './send-search.js';

it.each([
  [{}, {}],
  [
    { channel: '7', tab: 'curl' },
    { channel: '7', tab: 'curl' },
  ],
  [{ channel: 7, tab: 'toString' }, { channel: '7' }],
  [{ channel: ['7'], tab: 3 }, {}],
])('of %j it reads %j', (search, read) => expect(readSendSearch(search)).toEqual(read));
