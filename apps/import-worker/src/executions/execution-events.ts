import { unavailable } from '@tributary/contracts/errors';
import { Upkeep } from '@tributary/runtime/repeater';
import { ExecutionStream } from './execution-stream.js';
import type { ExecutionPath, ExecutionsRepository } from './executions.repository.js';

/** How long the end of a stream may wait for a client that reads nothing. */
const endMs = 30_000;

/**
 * An organisation opens another stream only if it has fewer than this many times those that are free. So one holds three
 * quarters at most, a second one three quarters of the rest, and there is room for a further one.
 */
const shareOfFree = 3;

/** Limits of one process. */
interface StreamLimits {
  perCaller: number;
  total: number;
  /** Longest life of a stream. A client that follows the execution further opens another one. */
  lifeMs: number;
}

export const streamLimits: StreamLimits = { perCaller: 20, total: 500, lifeMs: 60 * 60 * 1_000 };

/** Executions as Server-Sent Events, until they have ended. One query at a time reads the state of all that are followed. */
export class ExecutionEvents extends Upkeep {
  private readonly streams = new Set<ExecutionStream>();
  private isStopping = false;

  constructor(
    private readonly executions: ExecutionsRepository,
    private readonly limits: StreamLimits = streamLimits,
  ) {
    super();
    // A client opens another stream then.
    const onError = () => this.streams.forEach((stream) => stream.destroy());
    this.repeat(() => this.showAll(), { everyMs: 500, onError });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await super.beforeApplicationShutdown();
    this.streams.forEach((stream) => stream.end());
  }

  /** Rejects with SERVICE_UNAVAILABLE if too many streams are open. */
  async follow(path: ExecutionPath, user_id: string): Promise<ExecutionStream> {
    const execution = await this.executions.get(path);
    this.requireRoom(user_id, execution.organisation_id);
    const stream = new ExecutionStream(user_id, execution.organisation_id, execution.id);
    this.streams.add(stream);
    const { lifeMs } = this.limits;
    const timers = [
      setTimeout(() => stream.end(), lifeMs).unref(),
      setTimeout(() => stream.destroy(), lifeMs + endMs).unref(),
    ];
    stream.once('close', () => {
      timers.forEach((timer) => clearTimeout(timer));
      this.streams.delete(stream);
    });
    stream.show(execution);
    if (this.isStopping) stream.end();
    return stream;
  }

  private requireRoom(user_id: string, organisation_id: string): void {
    const { perCaller, total } = this.limits;
    const streams = [...this.streams];
    const own = streams.filter((stream) => stream.user_id === user_id).length;
    if (own >= perCaller) throw unavailable(`you have ${own} event streams of executions open; end one of them first`);
    const free = total - streams.length;
    if (free <= 0) throw unavailable('too many event streams are open; read the execution instead');
    const shared = streams.filter((stream) => stream.organisation_id === organisation_id).length;
    if (shared >= shareOfFree * free)
      throw unavailable(`the organisation has ${shared} event streams of executions open; read the execution instead`);
  }

  private async showAll(): Promise<void> {
    const streams = [...this.streams];
    if (streams.length === 0) return;
    const ids = new Set(streams.map(({ execution_id }) => execution_id));
    const states = new Map((await this.executions.findMany([...ids])).map((execution) => [execution.id, execution]));
    for (const stream of streams) {
      const execution = states.get(stream.execution_id);
      if (execution) stream.show(execution);
      // The execution was deleted.
      else stream.end();
    }
  }
}
