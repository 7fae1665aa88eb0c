import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { count, expectAllowed, isLate, isScan, scanAll, type Arena } from './hostile-arena.js';
import { bigQueryArena, httpCases, snowflakeArena, tooMuchHttp } from './hostile-http.js';
import { message, postgresArena, postgresCases, tooMuchPostgres } from './hostile-postgres.js';

const seed = Date.now() % 2 ** 31;
const cases = 500;

/** Some answers are harmless, most are not; after each answer that ends its process, an honest scan must succeed. */
async function expectAllowedAnswers<Case>(arena: Arena<Case>, hostile: Case[]): Promise<void> {
  const outcomes = await scanAll(arena, hostile);
  expect(outcomes).toHaveLength(hostile.length);
  for (const outcome of outcomes) expectAllowed(outcome);
  expect(count(outcomes, isScan)).toBeGreaterThan(cases / 50);
  expect(count(outcomes, (outcome) => !isScan(outcome))).toBeGreaterThan(cases / 2);
  expect(count(outcomes, isLate)).toBeLessThan(cases / 10);
}

describe(`${cases} hostile answers (seed ${seed}) are allowed errors, and the next scan succeeds:`, () => {
  it('PostgreSQL', () => expectAllowedAnswers(postgresArena, postgresCases(cases, seed)));
  it('Snowflake', () => expectAllowedAnswers(snowflakeArena, httpCases(cases, seed, 7)));
  it('BigQuery', () => expectAllowedAnswers(bigQueryArena, httpCases(cases, seed, 3)));
});

describe('more than a refresh may receive or hold is refused:', () => {
  it('PostgreSQL', async () => {
    for (const outcome of await scanAll(postgresArena, tooMuchPostgres, { nextMs: 20_000 })) expectTooMuch(outcome);
  });

  it.each([
    ['Snowflake', snowflakeArena],
    ['BigQuery', bigQueryArena],
  ])('%s', async (_engine, arena) => {
    for (const outcome of await scanAll(arena, tooMuchHttp, { nextMs: 20_000 })) expectTooMuch(outcome);
  });
});

const expectTooMuch = (outcome: unknown) =>
  expect(outcome).toMatchObject({
    code: 'CONSTRAINT_VIOLATION_EXCEPTION',
    message: expect.stringMatching(/more memory than|more than \d+ bytes/),
  });

describe('(control)', () => {
  it('the driver ends a process that runs it on its main thread', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(message('R', Buffer.from([0, 0, 0, 99]))));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const program = `
      const { PostgresEngine } = await import('@tributary/warehouse-metadata/engines/postgres.engine');
      const { AddressGuard } = await import('@tributary/security/addresses/address-guard');
      const engine = new PostgresEngine(new AddressGuard({ isStrict: false, allowed: [] }));
      const credentials = { host: '127.0.0.1', port: ${port}, user: 'u', password: 'p' };
      await engine.scan(credentials, AbortSignal.timeout(20_000)).catch(() => undefined);
      console.log('it lives');`;
    const ended = await runProgram(program);
    server.close();
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('Unknown authenticationOk message') });
  });

  // Why a scan gets a process.
  it('the memory limit of a thread ends the whole process', () => {
    const program = `
      import { Worker } from 'node:worker_threads';
      const grow = 'const map = new Map(); for (let i = 0; ; i++) map.set(i, i)';
      const thread = new Worker(grow, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 64 } });
      thread.on('error', () => process.exit(0));`;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', program]).signal).toBe('SIGABRT');
  });
});

async function runProgram(program: string): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  return { code, output };
}
