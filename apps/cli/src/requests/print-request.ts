import { quoted } from '@tributary/client/requests/curl';
import { RequestFailure } from '@tributary/client/request-failure';
import { printLine } from '../output/print.js';

/** Ends a command with `--curl`: its request was printed, and there is no answer. */
export class PrintedRequest extends RequestFailure {
  constructor() {
    super('the request was printed, not sent');
  }
}

/** Takes the place of `fetch`: prints the request for a POSIX shell. The token stays a variable, so that the line can be shared. */
export async function printRequest(input: RequestInfo | URL, init?: RequestInit): Promise<never> {
  const request = new Request(input, init);
  const { method, url } = request;
  const parts = [`curl -sS ${quoted(url)}`];
  const body = await request.text();
  if (method !== 'GET' && !(method === 'POST' && body !== '')) parts.push(`-X ${method}`);
  for (const [name, value] of request.headers) parts.push(headerOf(name, value));
  if (body !== '') parts.push(`--data-binary ${quoted(body)}`);
  printLine(parts.join(' \\\n  '));
  throw new PrintedRequest();
}

const headerOf = (name: string, value: string): string =>
  name === 'authorization'
    ? '-H "Authorization: $TRIBUTARY_TOKEN"'
    : `-H ${quoted(`${name}: ${Buffer.from(value, 'latin1').toString()}`)}`;
