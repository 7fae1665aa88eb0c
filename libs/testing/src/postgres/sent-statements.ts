import pg from 'pg';

export interface SentStatement {
  /** The server process of its connection. */
  connection: number;
  name: string | undefined;
  text: string;
  values: unknown[];
}

/** Records the statements that any connection of this process sends, COPY included, until it is stopped. */
export function recordStatements(): { sent: SentStatement[]; stop: () => void } {
  type Query = (this: unknown, statement: string | Partial<SentStatement>, ...rest: unknown[]) => unknown;
  const sent: SentStatement[] = [];
  const client = pg.Client.prototype as unknown as { query: Query };
  const send = client.query;
  client.query = function (statement, ...rest) {
    const given = typeof statement === 'string' ? { text: statement } : statement;
    const { name, text = '', values = rest[0] } = given;
    const { processID: connection } = this as { processID: number };
    sent.push({ connection, name, text, values: Array.isArray(values) ? (values as unknown[]) : [] });
    return send.call(this, statement, ...rest);
  };
  return { sent, stop: () => void (client.query = send) };
}

/** As a reader names it: unnamed statements by their text. */
export const nameOf = ({ name, text }: SentStatement): string => name ?? text;
