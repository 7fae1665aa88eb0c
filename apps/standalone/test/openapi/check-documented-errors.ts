import { describe, expect, it } from '@jest/globals';
import { client, expectNoFaults, timeoutMs } from './openapi-fixture.js';
import { refusals } from './refused-requests.js';
import { sendSpecificRefusals } from './specific-refusals.js';

/** Checks the errors with the resources that the examples have created. */
export function checkDocumentedErrors(): void {
  describe('the errors of the API', () => {
    it(
      'are returned as documented, each documented error below 500',
      async () => {
        await sendSpecificRefusals(client);
        for (const operation of client.api.operations.values())
          for (const [, code] of client.api.errorCodes(operation)) {
            const faulty = refusals[code]?.(client.request(operation.operationId));
            if (faulty) await client.sendWithRetry(faulty);
          }
        expectNoFaults();
        const documented = [...client.api.operations.values()].flatMap((operation) =>
          client.api
            .errorCodes(operation)
            .filter(([status]) => status < 500)
            .map(([status, code]) => `${operation.operationId} ${status} ${code}`),
        );
        expect(documented.filter((one) => !client.refused.has(one))).toEqual([]);
      },
      timeoutMs,
    );

    it('of an unavailable warehouse is a 503 with Retry-After', async () => {
      await client.succeed(client.with('putDataWarehouseCredentials', { host: '127.0.0.1', port: 1, ssl: false }));
      const { status } = await client.send(client.request('refreshDataWarehouseMetadata'));
      expect(status).toBe(503);
      expectNoFaults();
    });
  });
}
