import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { explainedRangeHeader } from '@tributary/contracts/analytics/explanation';
import { unavailable } from '@tributary/contracts/errors';
import { specKeys } from '@tributary/app-testing/boot-for-specs';
import { proxyRoutes } from '../../src/proxy/proxy.js';
import { bootGateway, knownTraces, tokens, type BootedGateway } from '../booted-gateway.js';
import { allOwnersAt } from '../stand-in-owners.js';

/** How analytics answers. */
let answer: (response: ServerResponse) => void;
let owner: Server;
let gateway: BootedGateway;
beforeAll(async () => {
  owner = createServer((request, response) => request.resume().on('end', () => answer(response)));
  await once(owner.listen(0, '127.0.0.1'), 'listening');
  const origins = allOwnersAt(`http://127.0.0.1:${(owner.address() as AddressInfo).port}`);
  const options = { origins, keys: specKeys, timeoutMs: 60_000, signatureHeaders: [] };
  gateway = await bootGateway({ extend: (server) => proxyRoutes(server, options) });
});
afterAll(async () => {
  await gateway.stop();
  owner.closeAllConnections();
  owner.close();
});

async function report() {
  const response = await fetch(`${gateway.url}/v1/datamarts/1/user_activities_analytics`, {
    method: 'POST',
    headers: { authorization: tokens.READER, 'content-type': 'application/json' },
    body: '{}',
  });
  return { response, body: (await response.json()) as { error_code?: string } };
}

const given = { status: 'ok', data: { report_view: { rows: [[1]] }, explain: { watermark: 9, to_ts: 7 } } };
const explains = (response: ServerResponse) => {
  const text = JSON.stringify(given);
  const headers = { 'content-type': 'application/json', 'content-length': text.length, [explainedRangeHeader]: '5,7' };
  response.writeHead(200, headers).end(text);
};
const known = (count: number) => ({ count, since_ts: 5, until_ts: 7 });

it('an explanation gets what was left out of the range that the reports name', async () => {
  answer = explains;
  const { response, body } = await report();
  expect(response.headers.has(explainedRangeHeader)).toBe(false);
  expect(body).toEqual({
    ...given,
    data: {
      ...given.data,
      explain: {
        ...given.data.explain,
        refused_by_choice: known(1),
        dropped: known(2),
        dropped_on_error: known(3),
        suspicious_time: known(4),
        people_merged: known(5),
      },
    },
  });
});

it('a report without one passes as it is', async () => {
  const { data } = given;
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  expect((await report()).body).toEqual({ data });
});

it('is refused as unavailable if what was left out cannot be read, or the report ends early', async () => {
  answer = explains;
  const asked = jest.spyOn(knownTraces, 'leftOut').mockRejectedValueOnce(unavailable('down'));
  const { response, body } = await report();
  expect([response.status, body.error_code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(response.headers.has(explainedRangeHeader)).toBe(false);
  asked.mockRestore();
  answer = (cut) => {
    cut.writeHead(200, { 'content-type': 'application/json', [explainedRangeHeader]: '5,7' });
    cut.write('{"data":', () => cut.destroy());
  };
  await expect(report()).rejects.toThrow();
});
