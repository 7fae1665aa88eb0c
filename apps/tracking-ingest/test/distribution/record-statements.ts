import { jest } from '@jest/globals';
import pg from 'pg';

type Query = (statement: string | { text?: string }) => unknown;

/** Records the text of every statement that any connection of the process sends, COPY included. */
export function recordStatements() {
  const texts = new Set<string>();
  const client = pg.Client.prototype as unknown as { query: Query };
  const send = client.query;
  const spy = jest.spyOn(client, 'query').mockImplementation(function (this: unknown, statement, ...rest: []) {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text !== undefined) texts.add(text);
    return send.call(this as typeof client, statement, ...rest);
  });
  return { texts, stop: () => spy.mockRestore() };
}
