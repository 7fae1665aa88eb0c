import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess } from './processes.js';

/** Fourteen processes that are asked five times a second spend a quarter of a core on it. */
const probeIntervalMs = 1_000;
const probeTimeoutMs = 5_000;

/**
 * Spreads connections round robin over the ready processes of one app, as a Kubernetes Service does. It works on TCP, keeps
 * open connections where they are, and does not retry. A process that was asked to end gets no new connections. If no process
 * is ready, it refuses them.
 */
export class Balancer {
  /** Number of connections routed to each process. */
  readonly connectionCounts = new Map<AppProcess, number>();
  /** The last answer of each process, and its pid at that time: a process that has started again was not asked yet. */
  private readonly answers = new Map<AppProcess, { pid?: number; answer: string }>();
  private readonly probed = new Map<AppProcess, Promise<void>>();
  private readonly open = new Set<Socket>();
  private readonly server: Server;
  private readonly probing: Promise<void>;
  private isStopped = false;
  private nextIndex = 0;

  private constructor(private readonly processes: () => AppProcess[]) {
    this.server = createServer({ allowHalfOpen: true }, (client) => this.accept(client));
    this.probing = this.probeUntilStopped();
  }

  /** @param processes called before every probe and connection, because processes may be added */
  static async start(processes: () => AppProcess[]): Promise<Balancer> {
    const balancer = new Balancer(processes);
    await once(balancer.server.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Whether the last probe found the process ready, so that it gets connections. */
  routesTo(process: AppProcess): boolean {
    return this.answerOf(process) === 'ready';
  }

  /** The finding of the last probe of the process: `ready`, or why it gets no connections. */
  answerOf(process: AppProcess): string {
    if (process.isTerminating) return 'it was asked to end';
    const last = this.answers.get(process);
    return last && last.pid === process.pid ? last.answer : 'it was not asked yet';
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await this.probing;
  }

  /** Each process by itself: one that answers late must not delay the probes of the others. */
  private async probeUntilStopped(): Promise<void> {
    while (!this.isStopped) {
      for (const process of this.processes())
        if (!process.isTerminating && !this.probed.has(process))
          this.probed.set(
            process,
            this.probe(process).finally(() => this.probed.delete(process)),
          );
      await sleep(probeIntervalMs);
    }
    await Promise.all(this.probed.values());
  }

  /** A probe that times out changes nothing: the machine may be busy. */
  private async probe(process: AppProcess): Promise<void> {
    const { pid } = process;
    try {
      const signal = AbortSignal.timeout(probeTimeoutMs);
      const response = await fetch(new URL('/health/ready', process.url), { signal });
      const body = await response.text();
      this.answers.set(process, { pid, answer: response.status === 200 ? 'ready' : `${response.status} ${body}` });
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') this.answers.set(process, { pid, answer: String(error) });
    }
  }

  private accept(client: Socket): void {
    const ready = this.processes().filter((process) => this.routesTo(process));
    const target = ready[this.nextIndex++ % ready.length];
    if (!target) return void client.resetAndDestroy();
    this.connectionCounts.set(target, (this.connectionCounts.get(target) ?? 0) + 1);
    const { hostname: host, port } = new URL(target.url ?? '');
    const upstream = connect({ host, port: Number(port), allowHalfOpen: true });
    this.forward(client, upstream);
    this.forward(upstream, client);
  }

  /** Forwards data, half-close and reset from one side to the other. */
  private forward(from: Socket, to: Socket): void {
    this.open.add(from);
    from.setNoDelay(true);
    from.pipe(to);
    from.once('error', () => to.resetAndDestroy());
    from.once('close', () => {
      this.open.delete(from);
      to.destroySoon();
    });
  }
}
