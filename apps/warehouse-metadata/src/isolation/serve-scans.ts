import { serveParent } from '@tributary/runtime/isolation/serve-parent';
import { ApiError } from '@tributary/contracts/errors';
import { AddressGuard } from '@tributary/security/addresses/address-guard';
import { unreachable, unusable } from '../engines/engine-errors.js';
import type { Engine, Scan } from '../engines/engine.js';
import type { EngineType } from '@tributary/contracts/warehouses/warehouse';
import { answersOf, type ScanAnswer, type ScanRequest } from './scan-messages.js';
import { checkScan, processMemory } from './scan-limits.js';
import { ScanSockets } from './scan-sockets.js';

/** The engines that a process can scan, for a request with these allowed hosts. */
type CreateEngines = (guard: AddressGuard) => { of(type: EngineType): Engine };

/** Makes this process answer the requests of its parent, one scan at a time. */
export function serveScans(createEngines: CreateEngines): void {
  const sockets = new ScanSockets();
  sockets.watch();
  const send = serveParent<ScanRequest, ScanAnswer>(processMemory, (request) => {
    const engine = createEngines(new AddressGuard(request.guard)).of(request.engine_type);
    void sockets
      .during(() => answerOf(engine, request))
      .then(async (found) => {
        for (const answer of answersOf(checkScan(found))) await send(answer);
      })
      .catch((error: unknown) => send(failure(error)));
  });
  // A driver has thrown in a socket's handler or a timer. The parent ends a process whose scan has failed.
  process.on('uncaughtException', (error) => sockets.fail(unusable('it breaks the driver', error)));
}

async function answerOf(engine: Engine, { credentials, only_connects }: ScanRequest): Promise<Scan> {
  // The parent ends the process when its own signal aborts.
  const { signal } = new AbortController();
  if (!only_connects) return engine.scan(credentials, signal);
  await engine.connect(credentials, signal);
  return { databases: [], isComplete: false };
}

/** All texts are ours: an engine knows the password, and could send it back in its own. */
function failure(error: unknown): ScanAnswer {
  const { code, message, cause } = error instanceof ApiError ? error : unreachable(error);
  return { kind: 'failed', code, message, reason: cause instanceof Error ? cause.message : '' };
}
