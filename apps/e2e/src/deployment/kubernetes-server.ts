import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { machineEnvironment } from '@tributary/testing/config';
import { eventually } from '@tributary/testing/eventually';
import { freePorts } from '@tributary/testing/free-ports';
import { guardGroup } from '@tributary/testing/processes/processes-guard';
import { kubernetesTools } from './kubernetes-tools.js';

interface ServerResponse {
  status: number;
  body: { message?: string; [more: string]: unknown };
}

/** A Kubernetes API server with its own etcd, without nodes and controllers. It validates manifests. */
export class KubernetesServer {
  private readonly token = randomBytes(24).toString('hex');
  private readonly running: { child: ChildProcess; guard: { release(): void } }[] = [];
  private port = 0;
  private directory = '';

  /** Resolves when the server is ready. @throws with the output of both processes if it does not become ready. */
  async start(): Promise<void> {
    const tools = await kubernetesTools();
    this.directory = await mkdtemp(path.join(tmpdir(), 'tributary-kubernetes-'));
    const [port = 0, client = 0, peer = 0] = await freePorts(3);
    this.port = port;
    await this.writeKeys();
    this.launch(path.join(tools, 'etcd'), etcdArguments(client, peer));
    this.launch(path.join(tools, 'kube-apiserver'), apiServerArguments(port, client));
    await eventually(() => this.isReady(), { within: 180_000 }).catch((error: unknown) => {
      throw new Error(`the API server did not become ready: ${String(error)}\n${this.log()}`, { cause: error });
    });
    if (this.hasFailed()) throw new Error(`the API server or its etcd exited during the start\n${this.log()}`);
  }

  /** Stops both, and removes their data. */
  async stop(): Promise<void> {
    for (const { guard } of this.running) guard.release();
    await Promise.all(this.running.map(({ child }) => hasEnded(child)));
    if (this.directory !== '') await rm(this.directory, { recursive: true, force: true });
  }

  post(resource: string, body: unknown): Promise<ServerResponse> {
    return this.send('POST', resource, JSON.stringify(body));
  }

  get(resource: string): Promise<ServerResponse> {
    return this.send('GET', resource);
  }

  private send(method: string, resource: string, body?: string): Promise<ServerResponse> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    // The self-signed certificate that the server creates at its start.
    const ca = readFileSync(path.join(this.directory, 'certificates/apiserver.crt'));
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.port, path: resource, method, headers, ca, timeout: 30_000 };
      const outgoing = request(options, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
        incoming.on('error', reject).on('end', () => resolve({ status: incoming.statusCode ?? 0, body: parse(text) }));
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${resource}`)));
      outgoing.on('error', reject).end(body);
    });
  }

  private async isReady(): Promise<void> {
    if (this.hasFailed()) return; // start() reports the exit
    const { status, body } = await this.get('/readyz');
    if (status !== 200) throw new Error(`/readyz answers ${status}: ${body.message}`);
  }

  private hasFailed(): boolean {
    return this.running.some(({ child }) => child.exitCode !== null || child.signalCode !== null);
  }

  private launch(program: string, args: string[]): void {
    const log = openSync(this.logFile(program), 'a');
    const stdio = ['ignore', log, log] as const;
    const child = spawn(program, args, {
      cwd: this.directory,
      env: machineEnvironment(),
      stdio: [...stdio],
      detached: true,
    });
    closeSync(log);
    if (child.pid === undefined) throw new Error(`${program} cannot be started`);
    this.running.push({ child, guard: guardGroup(child.pid) });
  }

  private async writeKeys(): Promise<void> {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const write = (name: string, content: string | Buffer) => writeFile(path.join(this.directory, name), content);
    await write('accounts.key', privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await write('accounts.pub', publicKey.export({ type: 'spki', format: 'pem' }));
    await write('tokens.csv', `${this.token},tests,tests,"system:masters"\n`);
  }

  private log(): string {
    return ['etcd', 'kube-apiserver']
      .map((name) => `--- ${name}\n${readFileSync(this.logFile(name), 'utf8').slice(-4_000)}`)
      .join('\n');
  }

  private logFile(program: string): string {
    return path.join(this.directory, `${path.basename(program)}.log`);
  }
}

const etcdArguments = (client: number, peer: number) => {
  const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  return [
    '--data-dir',
    'etcd',
    '--unsafe-no-fsync',
    '--listen-client-urls',
    clients,
    '--advertise-client-urls',
    clients,
    '--listen-peer-urls',
    peers,
    '--initial-advertise-peer-urls',
    peers,
    '--initial-cluster',
    `default=${peers}`,
  ];
};

const apiServerArguments = (port: number, etcd: number) => [
  `--etcd-servers=http://127.0.0.1:${etcd}`,
  '--bind-address=127.0.0.1',
  `--secure-port=${port}`,
  '--cert-dir=certificates',
  '--token-auth-file=tokens.csv',
  '--authorization-mode=RBAC',
  '--service-account-key-file=accounts.pub',
  '--service-account-signing-key-file=accounts.key',
  '--service-account-issuer=https://kubernetes.default.svc',
  '--service-cluster-ip-range=10.0.0.0/24',
];

const hasEnded = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => void child.once('exit', () => resolve()));

function parse(text: string): ServerResponse['body'] {
  try {
    return JSON.parse(text) as ServerResponse['body'];
  } catch {
    return { message: text };
  }
}
