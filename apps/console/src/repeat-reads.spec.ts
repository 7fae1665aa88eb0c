import { describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { repeatReads, type Operation } from './repeat-reads.js';

describe('reads after a write', () => {
  it('are repeated if the write names them, and no others are', async () => {
    const queries = new QueryClient();
    const reads = ['listChannels', 'getChannel', 'listUsers'] as const;
    for (const _id of reads) queries.setQueryData([{ _id, path: { channel_id: '1' } }], {});
    await repeatReads(queries, ['listChannels', 'getChannel']);
    const states = reads.map((_id) => queries.getQueryState([{ _id, path: { channel_id: '1' } }])?.isInvalidated);
    expect(states).toEqual([true, true, false]);
  });

  it('have the name of an operation of the API', () => {
    // @ts-expect-error a misspelt operation
    const misspelt: Operation = 'listChanels';
    expect(misspelt).not.toBe('listChannels' satisfies Operation);
  });
});
