import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { sampleActivity } from './sample-activity.js';
import { pythonProgram } from './snippets.js';

/** Runs the program against a server. @returns its request, and what it prints */
async function run(activity: ReturnType<typeof sampleActivity>, status: number) {
  let received: { request: IncomingMessage; body: string } | undefined;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received = { request, body };
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"answer":1}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  try {
    const program = pythonProgram({ apiUrl, datamart_id: '3' }, activity);
    const env = { PATH: '/usr/bin:/bin', TRIBUTARY_TOKEN: 'the token' };
    const { stdout } = await promisify(execFile)('python3', ['-c', program], { env });
    return { received, stdout };
  } finally {
    server.close().closeAllConnections();
  }
}

describe('the program for Python', () => {
  const activity = sampleActivity({ type: 'SITE', id: `"it's" é` });

  it.each([200, 400])('sends the activity, and prints an answer of %i', async (status) => {
    const { received, stdout } = await run(activity, status);
    expect(received?.request).toMatchObject({ method: 'POST', url: '/v1/datamarts/3/user_activities' });
    expect(received?.request.headers).toMatchObject({ authorization: 'the token', 'content-type': 'application/json' });
    expect(JSON.parse(received?.body ?? '')).toEqual(activity);
    expect(stdout).toBe('{"answer":1}\n');
  });
});
