import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { ActivitySender } from '../src/activities/activity-sender.js';
import { Interrupted } from '../src/output/failures.js';
import { CollectingApi } from './collecting-api.js';
import { Machine, type RunningCommand } from './running-command.js';

let api: CollectingApi;
let machine: Machine;
beforeEach(async () => {
  api = await new CollectingApi().start();
  machine = new Machine(api.url);
});
afterEach(() => {
  api.stop();
  machine.stop();
});

const line = (n: number) => `{"$type":"TOUCH","$user_agent_id":"web:1:a","n":${n}}\n`;
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index + 1)).join('');
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** The lines whose results a command has printed. */
const reported = (out: string) =>
  out
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => (JSON.parse(text) as { line: number }).line);
const answers = (command: RunningCommand, count: number) =>
  eventually(() => expect(reported(command.out)).toHaveLength(count), { every: 10 });

describe('Ctrl-C', () => {
  it('ends a command whose pipe is idle, and leaves out a line that is cut', async () => {
    const command = machine.start(['send', '-', '-o', 'json']);
    command.child.stdin?.write(`${lines(2)}{"$type":"TOU`);
    await answers(command, 2);
    command.child.kill('SIGINT');
    const { code, out, errors } = await command.ended;
    expect({ code, errors }).toEqual({ code: 130, errors: 'The lines up to 2 are answered.\n' });
    expect(reported(out)).toEqual([1, 2]);
    expect(api.received).toEqual([1, 2]);
  });

  it('ends a file at a line from which the next command goes on', async () => {
    const count = 3_000;
    writeFileSync(path.join(machine.home, 'activities'), lines(count));
    api.answersUpTo = 1;
    const command = machine.start(['send', 'activities', '-o', 'json']);
    await eventually(() => expect(api.requests).toHaveLength(2), { every: 10 });
    const answered = api.requests[0]?.length ?? 0;
    await answers(command, answered);
    command.child.kill('SIGINT');
    const { code, out, errors } = await command.ended;
    expect({ code, errors }).toEqual({
      code: 130,
      errors: `The lines up to ${answered} are answered. Go on: tributary send 'activities' --skip ${answered}\n`,
    });
    expect(reported(out)).toEqual(range(1, answered));
    api.release();
    const next = await machine.run('send', 'activities', '-o', 'json', '--skip', String(answered));
    expect(reported(next.out)).toEqual(range(answered + 1, count));
  });
});

describe('a line that comes when the sender has stopped', () => {
  it('is neither refused nor counted', async () => {
    const sent: number[] = [];
    const refused: number[] = [];
    const sender = new ActivitySender(
      { url: api.url, token: 'token', datamart_id: '1', timeoutMs: 60_000 },
      {
        onSent: (number) => void sent.push(number),
        onRefused: ({ line: number }) => void refused.push(number),
        onRetry: () => undefined,
      },
    );
    await sender.add({ number: 1, text: line(1) });
    await sender.add({ number: 2, text: '{' });
    await sender.settle();
    sender.stop(new Interrupted());
    await sender.add({ number: 4, text: line(4) });
    expect({ sent, refused, answeredUpTo: sender.answeredUpTo }).toEqual({ sent: [1], refused: [2], answeredUpTo: 2 });
  });
});

describe('a refused token', () => {
  it('ends a command whose pipe is idle', async () => {
    api.status = 401;
    const command = machine.start(['send', '-']);
    command.child.stdin?.write(line(1));
    const { code, errors } = await command.ended;
    expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining('why') as unknown });
  });
});

describe('a stream that breaks', () => {
  it('is sent up to there, and the command says so', async () => {
    api.answersUpTo = 0;
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const stdin = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [writer] = await connected;
    await once(stdin, 'connect');
    const command = machine.start(['send', '-'], stdin);
    stdin.destroy();
    writer.write(`${lines(2)}{"$type":"TOU`);
    await eventually(() => expect(api.received).toEqual([1, 2]), { every: 10 });
    writer.resetAndDestroy();
    server.close();
    // Long enough to end without an answer.
    await pause(300);
    api.release();
    expect(await command.ended).toEqual({
      code: 1,
      out: 'sent     2\nrefused  0\n',
      errors: 'The lines up to 2 are answered.\nerror: - cannot be read (ECONNRESET)\n',
    });
  });
});
