import type { Duplex } from 'node:stream';
import type { ClientBase } from 'pg';

/** What pg 8.23 has beyond its types: the statements of a client that pipelines do not wait for each other. */
interface PipeliningClient {
  pipeline: boolean;
  connection: { stream: Duplex };
}

type Answers<Sent extends readonly unknown[]> = { -readonly [Index in keyof Sent]: Awaited<Sent[Index]> };

/**
 * Sends statements that do not need each other's answers together: one write to the socket and one wait instead of one
 * of each for every statement. The server runs them in order, each sees what those before it did; when one fails, those
 * after it fail too in a transaction, and the first error is thrown once all are answered. None of them may be a COPY.
 *
 * @param send starts them, before it waits for anything
 */
export async function atOnce<Sent extends readonly unknown[] | []>(
  client: ClientBase,
  send: () => Sent,
): Promise<Answers<Sent>> {
  const pipelining = client as ClientBase & PipeliningClient;
  const { stream } = pipelining.connection;
  pipelining.pipeline = true;
  stream.cork();
  const sent: readonly unknown[] = send();
  stream.uncork();
  const outcomes = await Promise.allSettled(sent);
  pipelining.pipeline = false;
  const answers = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  return answers as Answers<Sent>;
}
