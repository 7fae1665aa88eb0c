import { describe, expect, it } from '@jest/globals';
import { noPurpose, tokenInput } from './token-purpose.js';

describe('tokenInput', () => {
  it('leaves out what is not chosen', () =>
    expect(tokenInput({ ...noPurpose, name: ' ci ' }, 0)).toEqual({ name: 'ci' }));

  it('has the role, the datamarts and the end', () =>
    expect(tokenInput({ name: 'ci', role: 'READER', datamart_ids: ['1'], days: '30' }, 1_000)).toEqual({
      name: 'ci',
      role: 'READER',
      datamart_ids: ['1'],
      expiration_ts: 1_000 + 30 * 86_400_000,
    }));
});
