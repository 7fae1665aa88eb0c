import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineEnvironment } from '@tributary/testing/config';
import { type Outcome, repository, run } from '../compose/compose-command.js';

const script = path.join(repository, '.ci/cluster.sh');
/** More than the pods of an installation request, also on a small machine. Limits are enforced as they are. */
const capacity = { CLUSTER_CPUS: '24', CLUSTER_MEMORY_GIB: '64' };
const shownErrors = 4_000;
const gracefulStopMs = 30_000;

/** The address of this machine in the network of the cluster. Pods see it as the address of the suite. */
export const hostAddress = '10.99.0.1';

/** A real Kubernetes cluster of one node. It ends with this process, even after a SIGKILL: its input then ends. */
export class Cluster {
  private errors = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly directory: string,
  ) {}

  /**
   * Starts the cluster. The first start on a machine builds it, which takes minutes.
   * @param scaling with metrics-server and KEDA
   */
  static async start({ scaling = false } = {}): Promise<Cluster> {
    const env = { ...machineEnvironment(), ...capacity, CLUSTER_SCALING: scaling ? 'yes' : '' };
    const child = spawn(script, ['run'], { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    const errors: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
    child.stdin.on('error', () => undefined); // EPIPE, if the script has failed
    for await (const line of createInterface(child.stdout)) {
      if (!line.startsWith('KUBECONFIG=')) continue;
      const cluster = new Cluster(child, path.dirname(line.slice('KUBECONFIG='.length)));
      child.stderr.on('data', (text: string) => (cluster.errors = (cluster.errors + text).slice(-shownErrors)));
      return cluster;
    }
    throw new Error(`the cluster did not start:\n${errors.join('').slice(-shownErrors)}`);
  }

  /** Ends the node and all its processes. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.stdin?.end();
    await Promise.race([ended, sleep(gracefulStopMs, undefined, { ref: false })]);
  }

  /** Copies an image of Docker into the node. @param name how the manifests call it */
  async importImage(image: string, name: string): Promise<void> {
    const node = (await readFile(path.join(this.directory, 'node.pid'), 'utf8')).trim();
    const copy =
      'docker tag "$0" "$1" && docker save "$1" | nsenter -t "$2" -m -p -n ctr -n k8s.io images import - && docker rmi "$1"';
    await this.succeed(['bash', '-o', 'pipefail', '-c', copy, image, name, node]);
  }

  /** Runs kubectl. @returns its output. @throws unless it exits with 0. */
  kubectl(...args: string[]): Promise<string> {
    return this.succeed(this.command(args));
  }

  /** Runs kubectl, with any exit code. */
  tryKubectl(args: string[], input?: object): Promise<Outcome> {
    return run(this.command(args), input && JSON.stringify(input));
  }

  /** Reads an object or a list of objects. */
  async get<Found>(...args: string[]): Promise<Found> {
    return JSON.parse(await this.kubectl('get', '-o', 'json', ...args)) as Found;
  }

  /** Applies manifests: the text of YAML documents, or JSON. */
  async apply(...manifests: (string | object)[]): Promise<void> {
    for (const manifest of manifests)
      await this.succeed(
        this.command(['apply', '-f', '-']),
        typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
      );
  }

  /** Adds the state of all pods and the last output of the product to the error. */
  async explain(error: unknown): Promise<Error> {
    const ask = async (...args: string[]) => {
      const { output, errors } = await this.tryKubectl(args).catch((cause: unknown) => ({
        output: '',
        errors: String(cause),
      }));
      return `--- kubectl ${args.join(' ')}\n${output.slice(-shownErrors)}${errors}`;
    };
    const logs = ['--tail=8', '--prefix', '--ignore-errors', '--max-log-requests=50'];
    const state = [
      await ask('get', 'pods', '-A', '-o', 'wide'),
      await ask('get', 'events', '-A', '--field-selector=type=Warning', '--sort-by=.lastTimestamp'),
      await ask('-n', 'tributary', 'logs', '-l', 'app.kubernetes.io/part-of=tributary', ...logs),
    ];
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return new Error([message, ...state, this.errors].join('\n'));
  }

  private command(args: string[]): string[] {
    const kube = path.join(this.directory, '../bin/kube');
    return [kube, 'kubectl', '--kubeconfig', path.join(this.directory, 'admin.conf'), ...args];
  }

  private async succeed(command: string[], input?: string): Promise<string> {
    const { code, output, errors } = await run(command, input);
    if (code !== 0) throw new Error(`${command.join(' ')} exited with ${code}\n${output}\n${errors}`);
    return output;
  }
}
