import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { client } from '@tributary/client/generated/client.gen';
import type { Source } from '@tributary/dashboards/datasets/source';
import { QueryClient } from '@tanstack/react-query';
import { sourceOptions } from './source-query.js';

/** A server that answers when the spec says so. */
class Server {
  /** The files that were asked for, in order. */
  readonly asked: string[] = [];
  private readonly waiting = new Map<string, (answer: Response) => void>();

  readonly fetch = async (request: Request): Promise<Response> => {
    const uri = new URL(request.url).searchParams.get('uri') ?? '';
    this.asked.push(uri);
    const { promise, resolve } = Promise.withResolvers<Response>();
    this.waiting.set(uri, resolve);
    return promise;
  };

  async answer(uri: string, status = 200): Promise<void> {
    this.waiting.get(uri)?.(new Response(JSON.stringify(uri), { status }));
    this.waiting.delete(uri);
    await settle();
  }

  async answerAll(): Promise<void> {
    for (const uri of this.asked) await this.answer(uri);
  }
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
};

const source = (uri: string): Source => ({ kind: 'data_file', key: uri, uri });
const result = (uri: string) => ({ kind: 'data_file', json: uri });

describe('the sources of dashboards', () => {
  const { fetch: before } = client.getConfig();
  let server: Server;
  let queries: QueryClient;
  beforeEach(() => {
    server = new Server();
    queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setConfig({ baseUrl: 'http://server', fetch: (request) => server.fetch(new Request(request)) });
  });
  afterEach(() => void client.setConfig({ fetch: before }));

  const read = async (...uris: string[]) => {
    const results = uris.map((uri) => queries.fetchQuery(sourceOptions(source(uri), 'UTC')));
    for (const one of results) one.catch(() => undefined);
    await settle();
    return results;
  };

  it('are read four at a time, in order', async () => {
    const results = await read('1', '2', '3', '4', '5', '6');
    expect(server.asked).toEqual(['1', '2', '3', '4']);
    await server.answer('2');
    expect(server.asked).toEqual(['1', '2', '3', '4', '5']);
    await server.answerAll();
    await server.answerAll();
    expect(await Promise.all(results)).toEqual(['1', '2', '3', '4', '5', '6'].map(result));
  });

  it('are read on after one that failed', async () => {
    const [first] = await read('1', '2', '3', '4', '5');
    await server.answer('1', 503);
    await expect(first).rejects.toBeDefined();
    expect(server.asked).toContain('5');
    await server.answerAll();
  });

  it('are not asked for when the page is left while they wait', async () => {
    const [, , , , fifth] = await read('1', '2', '3', '4', '5', '6');
    await queries.cancelQueries({ queryKey: sourceOptions(source('5'), 'UTC').queryKey });
    await expect(fifth).rejects.toBeDefined();
    await server.answerAll();
    expect(server.asked).toEqual(['1', '2', '3', '4', '6']);
    await server.answerAll();
  });
});
