import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess } from './processes.js';

const probeIntervalMs = 200;
const probeTimeoutMs = 5_000;

/**
 * Spreads connections round robin over the ready processes of one app, as a Kubernetes Service does. It works on TCP, keeps
 * open connections where they are, and does not retry. A process that was asked to end gets no new connections. If no process
 * is ready, it refuses them.
 */
export class Balancer {
  /** Number of connections routed to each process. */
  readonly connectionCounts = new Map<AppProcess, number>();
  private readonly ready = new Set<AppProcess>();
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
    return this.ready.has(process) && !process.isTerminating;
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
        if (process.isTerminating) this.ready.delete(process);
        else if (!this.probed.has(process))
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
    try {
      const signal = AbortSignal.timeout(probeTimeoutMs);
      const { status, body } = await fetch(new URL('/health/ready', process.url), { signal });
      await body?.cancel();
      if (status === 200 && !process.isTerminating) this.ready.add(process);
      else this.ready.delete(process);
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') this.ready.delete(process);
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
