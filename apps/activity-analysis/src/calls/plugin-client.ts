import { Agent, type AgentOptions } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { FairSlots, type NoSlot, type Slot } from '@tributary/contracts/shares/fair-slots';
import { AddressGuard, type Lookup } from '@tributary/security/addresses/address-guard';
import { applyAnswer } from '../answers/apply-answer.js';
import type { CallRequest, CallSettings } from './call-messages.js';
import { failed } from './classify.js';
import { Exchange, type Reply } from './exchange.js';
import { judgedLookup, sharedLookup } from './judged-lookup.js';
import type { CallResult } from './plugin-calls.js';
import { pluginRequest, type PluginRequest } from './plugin-request.js';
import { RoundRobin } from './round-robin.js';
import { forWorkers } from './worker-agents.js';

/** Answers above 64 KiB that are held at the same time, and those of one analyzer. Each is held for a time-out at most. */
const largeAnswers = { held: 16, byOrganisation: true, shares: [{ held: 16 }, { held: 4 }] };

/** Most servers close an idle connection after 5 s. */
const idleMs = 4_000;
const maxIdlePerWorker = 64;

interface Connections {
  guard: AddressGuard;
  kept: Agent;
  /** For a request that may not use an open connection. */
  fresh: Agent;
}

/** Calls workers over HTTP and reads their answers, in a process of its own (`call-process.ts`). */
export class PluginClient {
  private readonly large = new FairSlots(largeAnswers);
  /** A large activity, or its answer, takes long to read: other organisations wait for one of them at most. */
  private readonly turns = new RoundRobin();
  private readonly plain: Connections;
  private readonly tls: Connections;

  constructor(
    private readonly settings: CallSettings,
    lookup?: Lookup,
  ) {
    const guard = { ...settings, lookup: sharedLookup(lookup) };
    // An activity is personal data: without TLS it goes to allowed hosts only.
    this.plain = connections(new AddressGuard({ ...guard, onlyAllowed: true }), Agent);
    this.tls = connections(new AddressGuard(guard), TlsAgent);
  }

  /** Never rejects. */
  async call(call: CallRequest): Promise<CallResult> {
    const timeout = startTimeout(call.timeoutMs);
    let slot: Slot | NoSlot | undefined;
    const mayReadLarge = async () => {
      slot = await this.large.take([call.organisation_id, call.analyzer_id], 1, timeout.signal);
      return typeof slot === 'object';
    };
    const fairly = <Result>(work: () => Result) => this.turns.run(call.organisation_id, work, timeout.signal);
    try {
      const request = await fairly(() => pluginRequest(call, this.settings.signaturePrefix, Date.now()));
      if (request === 'ABORTED') return { kind: 'unsent' };
      if (!request) return failed('NO_WORKER');
      const connections = request.url.protocol === 'https:' ? this.tls : this.plain;
      if (connections.guard.refusesLiteral(request.url.hostname.replace(/^\[|\]$/g, ''))) return failed('NO_WORKER');
      const reply = await reach(request, connections, { signal: timeout.signal, mayReadLarge });
      if (reply.kind !== 'answered') return reply;
      const result = await fairly(() => resultOf(call, reply.text));
      return result === 'ABORTED' ? failed('TIMEOUT', 200) : result;
    } finally {
      timeout.end();
      if (typeof slot === 'object') slot.release();
    }
  }

  /** Closes idle connections. */
  close(): void {
    for (const { kept } of [this.plain, this.tls]) kept.destroy();
  }
}

type Answer = Exclude<Reply, { kind: 'stale' }>;

/** Sends the request again if an open connection turns out to be closed, or to bring something else than an answer. */
async function reach(
  request: PluginRequest,
  { kept, fresh }: Connections,
  options: { signal: AbortSignal; mayReadLarge: () => Promise<boolean> },
): Promise<Answer> {
  const first = await Exchange.reply(request, { ...options, agent: kept });
  if (first.kind !== 'stale') return first;
  const second = await Exchange.reply(request, { ...options, agent: fresh });
  return second.kind === 'stale' ? failed('UNAVAILABLE') : second;
}

function resultOf({ activity }: CallRequest, text: string): CallResult {
  const result = applyAnswer(activity, text);
  return result.kind === 'invalid' ? failed('INVALID_ANSWER', 200) : result;
}

function connections(guard: AddressGuard, AgentOf: typeof Agent | typeof TlsAgent): Connections {
  const lookup = judgedLookup(guard);
  const agent = (options: AgentOptions) => forWorkers(new AgentOf({ ...options, lookup }));
  return {
    guard,
    kept: agent({ keepAlive: true, timeout: idleMs, maxFreeSockets: maxIdlePerWorker }),
    fresh: agent({ keepAlive: false }),
  };
}

function startTimeout(ms: number): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  // One turn later: what has arrived while this process was busy is read first.
  const timer = setTimeout(() => setImmediate(() => controller.abort()), ms);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}
