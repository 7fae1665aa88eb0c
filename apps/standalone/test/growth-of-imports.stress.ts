import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { expectLinear } from '@tributary/testing/growth';
import { size, imports, datamart, numbered, send } from './growth-fixture.js';

describe('imported, the CPU time of the product is linear in the size of', () => {
  async function importFile(type: string, file: string) {
    const target = datamart(`document_imports/${imports[type] ?? ''}/executions`);
    const { data } = await send<{ id: string }>('POST', target, file, { 'content-type': type });
    for (;;) {
      const { data: execution } = await send<{ status: string; result: object; error: object }>(
        'GET',
        `${target}/${data?.id ?? ''}`,
      );
      if (execution && !['PENDING', 'RUNNING'].includes(execution.status)) return execution;
      await sleep(50);
    }
  }
  const upsert = (user: string, properties: string) =>
    `{"operation":"UPSERT","user_agent_id":"${user}","update_strategy":"PARTIAL_DELETE","user_profile":${properties}}\n`;

  it('a number: a line with more than 4,096 characters fails, and the others do not', async () => {
    await expectLinear({
      make: (length) =>
        upsert('n', '{"a":[1]}') + upsert('n', `{"a":[1${'0'.repeat(length)}]}`) + upsert('m', '{"a":[2]}'),
      run: async (file) =>
        expect(await importFile('application/x-ndjson', file)).toMatchObject({
          status: 'SUCCEEDED',
          result: { total_success: 2, total_failure: 1 },
        }),
      size,
    });
  });

  it('lines for one profile', async () => {
    const line = (index: number) => upsert('one', `{"a${index}":[1]}`).trim();
    await expectLinear({
      make: (length) => numbered(length / 8, line).join('\n'),
      run: async (file) => expect((await importFile('application/x-ndjson', file)).status).toBe('SUCCEEDED'),
      size,
    });
  });

  it('a header of thousands of columns', async () => {
    await expectLinear({
      make: (length) => `${numbered(length, (index) => `c${index}`).join(',')}\nx\n`,
      run: async (file) => expect((await importFile('text/csv', file)).status).toBe('SUCCEEDED'),
      size,
    });
  });
});
