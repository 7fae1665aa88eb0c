import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppProcess } from './processes.js';

const lookEveryMs = 200;
const patienceMs = 5_000;

/**
 * Spreads connections over the processes of one app, in turn, as a Kubernetes Service does: it looks who is ready, knows
 * nothing of HTTP, leaves open connections where they are, and tries nobody twice. With nobody ready it refuses.
 */
export class Balancer {
  /** How many connections each process was given. */
  readonly given = new Map<AppProcess, number>();
  private readonly ready = new Set<AppProcess>();
  private readonly open = new Set<Socket>();
  private readonly server: Server;
  private readonly looking: Promise<void>;
  private isStopped = false;
  private turn = 0;

  private constructor(private readonly processes: () => AppProcess[]) {
    this.server = createServer({ allowHalfOpen: true }, (client) => this.accept(client));
    this.looking = this.keepLooking();
  }

  /** @param processes asked again and again: the app may get others */
  static async start(processes: () => AppProcess[]): Promise<Balancer> {
    const balancer = new Balancer(processes);
    await once(balancer.server.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Whether it has seen that the process is ready, and gives it connections. */
  gives(process: AppProcess): boolean {
    return this.ready.has(process);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await this.looking;
  }

  private async keepLooking(): Promise<void> {
    while (!this.isStopped) {
      await Promise.all(this.processes().map((process) => this.look(process)));
      await sleep(lookEveryMs);
    }
  }

  /** Who does not answer in time stays what it was; a machine may be busy. */
  private async look(process: AppProcess): Promise<void> {
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const { status, body } = await fetch(new URL('/health/ready', process.url), { signal });
      await body?.cancel();
      if (status === 200) this.ready.add(process);
      else this.ready.delete(process);
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') this.ready.delete(process);
    }
  }

  private accept(client: Socket): void {
    const ready = this.processes().filter((process) => this.ready.has(process));
    const chosen = ready[this.turn++ % ready.length];
    if (!chosen) return void client.resetAndDestroy();
    this.given.set(chosen, (this.given.get(chosen) ?? 0) + 1);
    const { hostname: host, port } = new URL(chosen.url ?? '');
    const upstream = connect({ host, port: Number(port), allowHalfOpen: true });
    this.join(client, upstream);
    this.join(upstream, client);
  }

  /** What one side sends, ends or breaks off arrives so at the other. */
  private join(from: Socket, to: Socket): void {
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
