import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { maxAnswerBytes, ownFetch } from './own-fetch.js';

const never = new AbortController().signal;
const from = (answer: RequestListener, signal = never): [typeof fetch, Server] => {
  const server = createServer(answer);
  return [ownFetch(server, { address: '192.0.2.7', forwarded: '203.0.113.9' }, signal), server];
};

describe('a fetch of the own server', () => {
  it('sends method, path, headers and body from the address of the client, to a server that listens nowhere', async () => {
    let seen: IncomingMessage | undefined;
    const [own] = from((request, response) => {
      seen = request;
      void buffer(request).then((body) => response.setHeader('x-length', body.length).end(body));
    });
    const body = 'ä'.repeat(500_000);
    const response = await own('http://gateway/v1/a?b=c%20d', { method: 'POST', body, headers: { 'x-a': '1' } });
    expect([response.status, response.headers.get('x-length')]).toEqual([200, '1000000']);
    expect(await response.text()).toBe(body);
    expect(seen).toMatchObject({ method: 'POST', url: '/v1/a?b=c%20d', socket: { remoteAddress: '192.0.2.7' } });
    expect(seen?.headers).toMatchObject({ 'x-a': '1', 'x-forwarded-for': '203.0.113.9' });
  });

  it.each([304, 204])('answers %i without a body', async (status) => {
    const [own] = from((_request, response) => response.writeHead(status).end());
    expect(await own('http://gateway/')).toMatchObject({ status, body: null });
  });

  it('ends with its signal, before the answer and within it', async () => {
    for (const begins of [false, true]) {
      const gone = new AbortController();
      const closed = Promise.withResolvers<void>();
      const [own, server] = from((_request, response) => {
        response.on('close', () => closed.resolve());
        if (begins) response.write('begun');
        else gone.abort();
      }, gone.signal);
      const answer = own('http://gateway/').then((response) => {
        gone.abort();
        return response.text();
      });
      await expect(answer).rejects.toThrow();
      await closed.promise;
      server.close();
    }
  });

  it('refuses an answer that is too large, and reads it no further', async () => {
    const closed = Promise.withResolvers<void>();
    const [own] = from((_request, response) => {
      response.on('close', () => closed.resolve());
      response.write('x'.repeat(maxAnswerBytes));
      response.write('y');
    });
    await expect((await own('http://gateway/')).text()).rejects.toThrow('ask for fewer rows');
    await closed.promise;
    const [fits] = from((_request, response) => response.end('x'.repeat(maxAnswerBytes)));
    expect(await (await fits('http://gateway/')).text()).toHaveLength(maxAnswerBytes);
  });

  it('ends its connection with a body that is not read on', async () => {
    const [own, server] = from((_request, response) => response.end('x'.repeat(10_000_000)));
    const connected = once(server, 'connection');
    const response = await own('http://gateway/');
    const [connection] = (await connected) as [NodeJS.EventEmitter];
    const closed = once(connection, 'close');
    await response.body?.cancel();
    await closed;
  });
});
