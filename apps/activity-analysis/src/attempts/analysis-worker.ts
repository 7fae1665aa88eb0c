import type { BeforeApplicationShutdown } from '@nestjs/common';
import { waitAtMost } from '@tributary/bus/wait-at-most';
import { Repeater } from '@tributary/runtime/repeater';
import { queueName, type QueueKey } from '../queue/queue-key.js';
import type { AnalysisMetrics } from './analysis-metrics.js';
import { AnalysisQueue } from './analysis-queue.js';
import type { AnalyzerConfig, AnalyzerConfigs } from './analyzer-configs.js';
import type { AttemptRunner } from './attempt-runner.js';
import type { AttemptsRepository } from './attempts.repository.js';
import { CallSlots, type EndedCall } from './call-slots.js';
import type { Claim, ClaimedActivity } from './claim-activities.js';

/** Finds activities of other processes, and those that come due after a pause. */
const pollMs = 200;
/** While no activity waits anywhere. Those of this process wake it. */
const idlePollMs = 1_000;
/** The claim on an activity and its permits outlive the call: the caller aborts it before another process may call. */
const graceMs = 5_000;
/** They begin by the clock of the database. If the answer to a claim comes later than this, its calls are not made. */
const maxClaimMs = 2_000;
/** At the end, calls in progress get this long to finish. */
const finishMs = 4_000;
/** Expired activities whose outcome is being written. They hold their bodies in memory. */
const expiredAtOnce = 200;

interface AnalysisWorkerOptions {
  attempts: AttemptsRepository;
  runner: AttemptRunner;
  configs: AnalyzerConfigs;
  metrics: AnalysisMetrics;
  maxWaitMs: number;
  onError: (error: unknown) => void;
}

/** Works on all queues, side by side with other processes: none of them waits for a queue that is slow or throttled. */
export class AnalysisWorker implements BeforeApplicationShutdown {
  private readonly queues = new Map<string, AnalysisQueue>();
  /** Queues that wait until a call of their plugin version ends, by its id. */
  private readonly refused = new Map<string, Set<AnalysisQueue>>();
  private readonly slots = new CallSlots();
  private readonly running = new Set<Promise<void>>();
  private readonly poller: Repeater;
  private expiring = 0;
  private isIdle = false;
  private isStopping = false;

  constructor(private readonly options: AnalysisWorkerOptions) {
    options.metrics.shareCalls(() => this.slots.organisations());
    const everyMs = () => (this.isIdle ? idlePollMs : pollMs);
    this.poller = new Repeater(() => this.poll(), { everyMs, onError: options.onError });
  }

  /** Starts when the directory is known. */
  start(): void {
    this.poller.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.poller.stop();
    for (const queue of this.queues.values()) queue.endSleep();
    await waitAtMost(finishMs, Promise.all(this.running));
    this.options.runner.stop();
    await waitAtMost(finishMs, Promise.all(this.running));
  }

  /** There are new activities in these queues. */
  wake(keys: QueueKey[]): void {
    for (const key of keys) this.queueOf(key).wake();
    // Asks once, and then at the pace of a queue.
    if (this.isIdle && keys.length > 0) this.poller.wake();
  }

  private async poll(): Promise<void> {
    const { attempts, metrics, maxWaitMs } = this.options;
    const queues = await attempts.readQueues();
    metrics.see(queues);
    this.isIdle = queues.length === 0;
    const listed = new Set(queues.map(queueName));
    for (const name of this.queues.keys()) if (!listed.has(name)) this.forget(name);
    for (const queue of queues) {
      if (queue.dueMs !== null && queue.dueMs >= maxWaitMs) await this.expire(queue);
      if (queue.dueMs !== null && queue.dueMs >= 0) this.queueOf(queue).wake();
    }
  }

  /** Activities that wait for a permit expire, too. */
  private async expire(key: QueueKey): Promise<void> {
    const { attempts, configs, maxWaitMs } = this.options;
    const room = expiredAtOnce - this.expiring;
    if (room <= 0 || this.isStopping) return;
    const claimed = await attempts.claimExpired(key, { room, maxWaitMs, lifetimeMs: graceMs });
    this.expiring += claimed.length;
    const config = configs.of(key);
    for (const one of claimed)
      this.begin(one, config, () => {
        this.expiring -= 1;
        // There may be more.
        if (this.expiring === 0) this.poller.wake();
      });
  }

  private queueOf(key: QueueKey): AnalysisQueue {
    const name = queueName(key);
    const known = this.queues.get(name);
    if (known) return known;
    const queue: AnalysisQueue = new AnalysisQueue({
      config: () => this.options.configs.of(key),
      reserve: () =>
        this.isStopping ? 0 : this.slots.reserve(this.options.configs.organisationOf(key), key.analyzer_id),
      giveBack: (unused) => this.slots.giveBack(key.analyzer_id, unused),
      claim: (room, config) => this.claim(key, room, config, queue),
      start: (claimed, config) =>
        this.begin(claimed, config, (ended) => {
          this.slots.release(key.analyzer_id, ended);
          this.wakeRefused(config);
          queue.wake();
        }),
      onError: this.options.onError,
    });
    this.queues.set(name, queue);
    return queue;
  }

  private async claim(key: QueueKey, room: number, config: AnalyzerConfig, queue: AnalysisQueue): Promise<Claim> {
    const { attempts, metrics } = this.options;
    const { limits, timeoutMs, version } = config;
    const start = performance.now();
    const claim = await attempts.claim(key, { room, limits, lifetimeMs: timeoutMs + graceMs });
    const { refusal } = claim;
    if (performance.now() - start > maxClaimMs) for (const claimed of claim.activities) claimed.isLate = true;
    metrics.permitsExpired(claim.expiredPermits);
    if (refusal?.waitMs !== undefined) metrics.waited(refusal.throttling_id, refusal.waitMs);
    else if (refusal && version) this.refusedOf(version.id).add(queue);
    return claim;
  }

  private begin(claimed: ClaimedActivity, config: AnalyzerConfig, onEnd: (ended: EndedCall) => void): void {
    const start = performance.now();
    let hasTimedOut = false;
    const run = this.options.runner
      .run(claimed, config)
      .then((result) => void (hasTimedOut = result?.kind === 'failed' && result.failure === 'TIMEOUT'))
      // The claim ends by itself, and another attempt is made.
      .catch(this.options.onError)
      .finally(() => {
        this.running.delete(run);
        onEnd({ tookMs: performance.now() - start, hasTimedOut });
      });
    this.running.add(run);
  }

  private wakeRefused({ version }: AnalyzerConfig): void {
    if (!version) return;
    const queues = this.refused.get(version.id);
    this.refused.delete(version.id);
    for (const queue of queues ?? []) queue.wake();
  }

  private refusedOf(version_id: string): Set<AnalysisQueue> {
    let queues = this.refused.get(version_id);
    if (!queues) this.refused.set(version_id, (queues = new Set()));
    return queues;
  }

  private forget(name: string): void {
    this.queues.get(name)?.endSleep();
    this.queues.delete(name);
  }
}
