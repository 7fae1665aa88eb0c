import type { Duplex } from 'node:stream';
import type { ClientBase } from 'pg';

/** What pg 8.23 has beyond its types: the statements of a client that pipelines do not wait for each other. */
interface PipeliningClient {
  pipeline: boolean;
  connection: { stream: Duplex };
}

/** What comes of promises that are waited for together. */
export type Answers<Sent extends readonly unknown[]> = { -readonly [Index in keyof Sent]: Awaited<Sent[Index]> };

/**
 * Sends statements that do not need each other's answers together: one write to the socket and one wait instead of one
 * of each for every statement. The server runs them in order, each sees what those before it did; when one fails, those
 * after it fail too in a transaction, and the first error is thrown once all are answered. None of them may be a COPY.
 *
 * @param send starts them before it waits for anything, and computes nothing that could throw
 */
export async function atOnce<Sent extends readonly unknown[] | []>(
  client: ClientBase,
  send: () => Sent,
): Promise<Answers<Sent>> {
  const pipelining = client as ClientBase & PipeliningClient;
  pipelining.pipeline = true;
  try {
    const outcomes = await Promise.allSettled<unknown[]>(corked(streamOf(client), send));
    const answers = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
    return answers as Answers<Sent>;
  } finally {
    pipelining.pipeline = false;
  }
}

/**
 * Sends a statement of a transaction that answers nothing, and does not wait: what comes next fails when it has failed, and
 * goes out behind it if `atOnce` sends it; anything else waits in the client. One at a time.
 */
export function ahead(client: ClientBase, statement: string): void {
  client.query(statement).catch(() => undefined);
}

/** The socket of a client. */
export const streamOf = (client: ClientBase): Duplex => (client as ClientBase & PipeliningClient).connection.stream;

function corked<Sent extends readonly unknown[]>(stream: Duplex, send: () => Sent): unknown[] {
  stream.cork();
  try {
    return [...send()];
  } finally {
    stream.uncork();
  }
}
