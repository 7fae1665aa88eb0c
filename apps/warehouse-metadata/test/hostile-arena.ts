import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import path from 'node:path';
import { expect } from '@jest/globals';
import { ApiError } from '@tributary/contracts/errors';
import type { EngineType } from '@tributary/contracts/warehouses/warehouse';
import type { Scan } from '../src/engines/engine.js';
import { IsolatedEngines } from '../src/isolation/isolated-engines.js';

/** For an honest answer, and for another one, which may never end, to a process that has already scanned. */
const [honestMs, nextMs] = [180_000, 1_000];
/** A busy machine is slow: another answer gets as many times the time of an honest one. */
const honestScans = 10;

interface ArenaOptions {
  nextMs?: number;
  processes?: number;
}

/** A server on a local port that serves one conversation at a time. */
export interface HostileServer<Case> {
  server: Server;
  serve: (next: Case) => void;
}

export interface Arena<Case> {
  type: EngineType;
  honest: Case;
  credentials: (port: number, next: Case) => object;
  open: () => HostileServer<Case>;
}

type Outcome = Scan | ApiError;

/** Scans every case in a few processes, each with a server of its own, and returns the outcomes in the order of the cases. */
export async function scanAll<Case>(arena: Arena<Case>, cases: Case[], options: ArenaOptions = {}): Promise<Outcome[]> {
  const { processes = 3 } = options;
  const outcomes: Outcome[] = [];
  const queue = cases.entries();
  const work = async () => {
    const station = await openStation(arena, options);
    for (const [index, next] of queue) outcomes[index] = await station.scan(next);
    await station.close();
  };
  await Promise.all(Array.from({ length: processes }, work));
  return outcomes;
}

async function openStation<Case>({ type, honest, credentials, open }: Arena<Case>, options: ArenaOptions) {
  const { server, serve } = open();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const engines = new IsolatedEngines({
    guard: { isStrict: false, allowed: [] },
    environment: {
      PATH: process.env['PATH'],
      ENGINE_URL: `http://127.0.0.1:${port}`,
      ...(options.nextMs && { GIVE_UP_MS: String(options.nextMs) }),
    },
    filename: path.join(import.meta.dirname, 'local-scan-process.mjs'),
    keepsAfterFailure: true,
  });
  const scan = async (next: Case, ms: number): Promise<Outcome> => {
    serve(next);
    const outcome = engines.of(type, '1').scan(credentials(port, next), AbortSignal.timeout(Math.ceil(ms)));
    const settled = await outcome.catch((error: ApiError) => error);
    for (const socket of sockets) socket.destroy();
    return settled;
  };
  const scanHonest = async () =>
    expect(await scan(honest, honestMs)).toMatchObject({ databases: [{ schemas: [{ tables: [{}] }] }] });
  /** The time for another answer to a process that runs. */
  const measure = async () => {
    const start = performance.now();
    await scanHonest();
    return Math.max(nextMs, honestScans * (performance.now() - start));
  };
  let isWarm = false;
  let allowedMs = nextMs;
  return {
    scan: async (next: Case): Promise<Outcome> => {
      // An honest server gets its scan after every case that has ended the process.
      if (!isWarm) {
        await scanHonest();
        allowedMs = await measure();
      }
      const outcome = await scan(next, options.nextMs ?? allowedMs);
      isWarm = !isLate(outcome) && !isTooLarge(outcome);
      return outcome;
    },
    close: async () => {
      engines.onApplicationShutdown();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Fails unless the outcome is one that the API may answer: a scan, a refusal or an outage, without the secrets. */
export function expectAllowed(outcome: Outcome): void {
  if (!(outcome instanceof Error)) return expect(outcome.databases).toBeInstanceOf(Array);
  expect(outcome).toBeInstanceOf(ApiError);
  expect(outcome.code).toMatch(/^(CONSTRAINT_VIOLATION_EXCEPTION|SERVICE_UNAVAILABLE)$/);
  expect(outcome.message).not.toBe('');
  expect(`${outcome.message} ${String(outcome.cause)}`).not.toContain(secret);
}

/** The password of every case. */
export const secret = 'correct-horse-battery';

/** How many of the outcomes have this property. */
export const count = (outcomes: Outcome[], has: (outcome: Outcome) => boolean) => outcomes.filter(has).length;
export const isLate = (outcome: Outcome) =>
  outcome instanceof Error && outcome.message === 'The engine did not answer in time';
const isTooLarge = (outcome: Outcome) => outcome instanceof Error && /memory|bytes|has ended/.test(outcome.message);
export const isScan = (outcome: Outcome) => !(outcome instanceof Error);
