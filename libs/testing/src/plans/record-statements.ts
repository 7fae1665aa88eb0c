import { jest } from '@jest/globals';
import pg from 'pg';

interface Statement {
  text?: string;
  values?: unknown[];
}

type Query = (statement: string | Statement, values?: unknown) => unknown;

/** Records the text of every statement that any connection of the process sends, COPY included, and its last values. */
export function recordStatements() {
  const texts = new Set<string>();
  const values = new Map<string, unknown[]>();
  const client = pg.Client.prototype as unknown as { query: Query };
  const send = client.query;
  const spy = jest.spyOn(client, 'query').mockImplementation(function (this: unknown, statement, second, ...rest: []) {
    const { text, values: own = second } = typeof statement === 'string' ? { text: statement } : statement;
    if (text !== undefined) {
      texts.add(text);
      values.set(text, Array.isArray(own) ? (own as unknown[]) : []);
    }
    return send.call(this as typeof client, statement, second, ...rest);
  });
  return { texts, values, stop: () => spy.mockRestore() };
}
