import type { Duplex } from 'node:stream';
import type { ClientBase } from 'pg';

/**
 * The fields of pg 8.23 beyond its types: while `pipeline` is set, statements are sent without waiting for earlier answers.
 */
interface PipeliningClient {
  pipeline: boolean;
  connection: { stream: Duplex };
}

/** The answers of statements that are sent together, by the same positions or names. */
export type Answers<Sent> = { -readonly [Key in keyof Sent]: Awaited<Sent[Key]> };

/** Answers that `sendAhead` has registered and no pipeline has waited for yet. */
const ahead = new WeakMap<ClientBase, Promise<unknown>>();

/**
 * Sends statements that do not need each other's answers together: one write to the socket and one wait instead of one of
 * each per statement. The server runs them in order, and each sees what those before it did. When one fails inside a
 * transaction, those after it fail too; the first error is thrown once all are answered. None of them may be a COPY.
 *
 * @param send starts them before it waits for anything, and computes nothing that could throw. It returns their promises
 * as an array, or by name
 */
export async function pipeline<Sent extends readonly unknown[] | [] | Readonly<Record<string, unknown>>>(
  client: ClientBase,
  send: () => Sent,
): Promise<Answers<Sent>> {
  const pipelining = client as ClientBase & PipeliningClient;
  pipelining.pipeline = true;
  try {
    const sent = corked(streamOf(client), send);
    const outcomes = await Promise.allSettled<unknown>([ahead.get(client), ...Object.values(sent)]);
    const [, ...answers] = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
    const named = () => Object.fromEntries(Object.keys(sent).map((name, index) => [name, answers[index]]));
    return (Array.isArray(sent) ? answers : named()) as Answers<Sent>;
  } finally {
    pipelining.pipeline = false;
    ahead.delete(client);
  }
}

/**
 * Registers a statement whose answer is awaited later: it shares the round trip of the next `pipeline`, which also throws
 * its error. At most one statement may be pending.
 *
 * @param answer of a statement that has just been started, and waits for nothing else
 */
export function sendAhead<Answer>(client: ClientBase, answer: Promise<Answer>): Promise<Answer> {
  answer.catch(() => undefined);
  ahead.set(client, answer);
  return answer;
}

/**
 * Sends a statement of a transaction without waiting for its result. If it fails, the next statement fails too. A
 * `pipeline` goes out right behind it; any other statement waits in the client. At most one may be pending.
 */
export function sendWithoutWaiting(client: ClientBase, statement: string): void {
  collectWrites(client);
  client.query(statement).catch(() => undefined);
}

/** Writes to the socket once all that is sent in this turn: each write wakes the server. */
export function collectWrites(client: ClientBase): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The socket of a client. */
export const streamOf = (client: ClientBase): Duplex => (client as ClientBase & PipeliningClient).connection.stream;

function corked<Sent>(stream: Duplex, send: () => Sent): Sent {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
