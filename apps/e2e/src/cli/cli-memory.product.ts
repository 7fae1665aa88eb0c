import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bin, Cli } from './cli.js';

const megabyte = 1_000_000;
/** More than the collector of a busy machine leaves behind, and far less than the file. */
const allowedGrowth = 80 * megabyte;
const lineFeed = 0x0a;

let cli: Cli;
let sink: Server;
/** Lines that have arrived. */
let lines = 0;

/** Answers as the API does, and keeps nothing. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isActivities = request.url?.endsWith('/user_activities') === true;
  const data = isActivities ? await takeActivities(request) : await takeFile(request);
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'ok', data }));
}

async function takeFile(request: IncomingMessage) {
  for await (const chunk of request) lines += countLines(chunk as Buffer);
  const parameters = { number_of_lines: lines };
  const result = { total_success: lines, total_failure: 0, error_file_uri: null };
  return { id: '1', status: 'SUCCEEDED', num_tasks: 1, completed_tasks: 1, error: null, parameters, result };
}

async function takeActivities(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const sent = Buffer.concat(chunks).toString('utf8').split('\n');
  lines += sent.length;
  const results = sent.map((line) => (JSON.parse(line) as { $unique_key: string }).$unique_key).map(receiptOf);
  return { accepted: sent.length, rejected: 0, results };
}

const receiptOf = (id: string) => ({ id, received_ts: 1 });

function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

/** Writes a file of lines, and never holds it. */
async function writeLines(name: string, count: number): Promise<string> {
  const file = path.join(cli.home, 'files', name);
  const stream = createWriteStream(file);
  for (let index = 0; index < count; index += 1_000) {
    const block = Array.from({ length: Math.min(1_000, count - index) }, (_each, at) => lineOf(index + at)).join('');
    if (!stream.write(block)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
  return file;
}

const lineOf = (index: number) =>
  `{"operation":"UPSERT","user_account_id":"m-${index}","user_profile":{"index":${index}}}\n`;

/** The most memory that a process has held, in bytes. @throws unless it ends with 0 */
async function peakOf(child: ChildProcess): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => {
    try {
      const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      peak = Math.max(peak, Number(kilobytes) * 1_024);
    } catch {
      // It has ended.
    }
  }, 20);
  expect(await endOf(child)).toBe(0);
  clearInterval(timer);
  return peak;
}

function start(args: string[], heap: string[] = []): ChildProcess {
  const { port } = sink.address() as AddressInfo;
  const env = { TRIBUTARY_URL: `http://127.0.0.1:${port}`, TRIBUTARY_TOKEN: 'any', TRIBUTARY_DATAMART: '1' };
  return spawn(process.execPath, [...heap, bin, ...args], { env: { ...cli.env, ...env } });
}
const importing = (file: string) => start(['import', file, '--type', 'USER_PROFILE']);
const readWhole = `globalThis.kept = require('node:fs').readFileSync(process.argv[1], 'utf8').split('\\n').map(JSON.stringify)`;
const wholeFile = (file: string, heap: string[] = []) => spawn(process.execPath, [...heap, '-e', readWhole, file]);

/** @returns the exit code; null after a signal */
async function endOf(child: ChildProcess): Promise<number | null> {
  child.stdout?.resume();
  child.stderr?.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

beforeAll(async () => {
  cli = await Cli.create();
  sink = createServer((request, response) => void answer(request, response));
  await once(sink.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  sink.close();
});

describe('a file of 2,000,000 lines', () => {
  let [small, large] = ['', ''];

  beforeAll(async () => {
    small = await writeLines('small.ndjson', 1_000);
    large = await writeLines('large.ndjson', 2_000_000);
  });

  it('is imported in the memory that a small one takes', async () => {
    const base = await peakOf(importing(small));
    lines = 0;
    expect((await peakOf(importing(large))) - base).toBeLessThan(allowedGrowth);
    expect(lines).toBe(2_000_000);
  });

  it('takes more memory when it is read as a whole (control)', async () => {
    const base = await peakOf(wholeFile(small));
    expect((await peakOf(wholeFile(large))) - base).toBeGreaterThan(allowedGrowth);
  });
});

describe('a stream of 100,000 activities', () => {
  // A heap in which the queue has room, and the stream has not.
  const heap = ['--max-old-space-size=32', '--max-semi-space-size=2'];

  it('is sent in a heap of 32 MB', async () => {
    const many = await writeLines('many.ndjson', 100_000);
    lines = 0;
    expect(await endOf(start(['send', many], heap))).toBe(0);
    expect(lines).toBe(100_000);
  });

  it('does not fit into that heap when it is read as a whole (control)', async () =>
    expect(await endOf(wholeFile(await writeLines('whole.ndjson', 1_000_000), heap))).not.toBe(0));
});
