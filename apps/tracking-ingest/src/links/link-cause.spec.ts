import { expect, it } from '@jest/globals';
import { causeOf, causeRow, readCause } from './link-cause.js';

const uuid = '01a1fdf4-0c2e-7b1a-8d31-0f5b7d0c6a12';

it.each([
  [{ activity_id: uuid }, { cause: 'ACTIVITY', id: uuid }],
  [
    { activity_id: uuid, execution_id: '7' },
    { cause: 'IMPORT', id: '7' },
  ],
  [{ execution_id: '9223372036854775807' }, { cause: 'IMPORT', id: '9223372036854775807' }],
  [{ request: { kind: 'ASSOCIATION' as const, id: uuid } }, { cause: 'ASSOCIATION', id: uuid }],
  [{ request: { kind: 'PROFILE' as const, id: 'no UUID' } }, { cause: 'PROFILE', id: null }],
  [{}, { cause: 'UNKNOWN', id: null }],
])('the cause of %j reads back as %j', (claim, read) => expect(readCause(causeRow(causeOf(claim)))).toEqual(read));
