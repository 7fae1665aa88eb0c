import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Interrupted } from './failures.js';

/** Whether a person can answer: a pipe cannot. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** @returns the line that was typed in. @throws Interrupted on Ctrl-C and on the end of the input */
export const ask = (question: string): Promise<string> => readLine(question, process.stderr);

/** Like `ask`, without showing what is typed. */
export async function askHidden(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = readLine('', silent);
  // Only now the terminal does not echo any more: a token that is pasted at once must not be shown, either.
  process.stderr.write(question);
  try {
    return await line;
  } finally {
    process.stderr.write('\n');
  }
}

function readLine(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  return new Promise<string>((resolve, reject) => {
    lines.on('SIGINT', () => reject(new Interrupted()));
    lines.on('close', () => reject(new Interrupted()));
    lines.question(question, resolve);
  }).finally(() => lines.close());
}

/** Longer than every token. */
const maxLine = 4_096;

/** The first line of stdin, for values that a script passes. */
export async function readFirstLine(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > maxLine) break;
  }
  return (text.split('\n')[0] ?? '').trim();
}
