import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { machineEnvironment } from '@tributary/testing/config';
import { eventually } from '@tributary/testing/eventually';
import { freePorts } from '@tributary/testing/free-ports';
import type { WorkerCredentials } from '../client/plugins.js';
import { installSdk } from '../plugins/public-example.js';
import { type DocumentedProgram, readPrograms } from './read-programs.js';

/** The programs of a document, each in a process of its own on a free port. */
export class DocumentedPrograms {
  private readonly children: ChildProcess[] = [];

  private constructor(
    private readonly directory: string,
    private readonly programs: (DocumentedProgram & { freePort: string })[],
  ) {}

  /** Writes the programs to the directory. They start with the credentials of a worker, which the document's calls create. */
  static async prepare(directory: string, markdown: string): Promise<DocumentedPrograms> {
    const programs = readPrograms(markdown);
    for (const { file, source } of programs) writeFileSync(path.join(directory, file), source);
    if (programs.length > 0) await installSdk(directory, 'plugins-sdk-0.28');
    const ports = await freePorts(programs.length);
    return new DocumentedPrograms(
      directory,
      programs.map((program, index) => ({ ...program, freePort: String(ports[index]) })),
    );
  }

  get count(): number {
    return this.programs.length;
  }

  /** Replaces the documented addresses of the programs by the real ones. */
  toReal(call: string): string {
    return this.programs.reduce(
      (text, { port, freePort }) => text.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${freePort}`),
      call,
    );
  }

  /** Starts the programs, once. */
  async start({ worker_id, authentication_token }: WorkerCredentials, gatewayUrl: string): Promise<void> {
    if (this.children.length > 0) return;
    const { hostname, port } = new URL(gatewayUrl);
    const common = {
      ...machineEnvironment(),
      GATEWAY_HOST: hostname,
      GATEWAY_PORT: port,
      PLUGIN_WORKER_ID: worker_id,
      PLUGIN_AUTHENTICATION_TOKEN: authentication_token,
    };
    for (const { file, interpreter, freePort } of this.programs) {
      const log = openSync(path.join(this.directory, `${file}.log`), 'a');
      const executable = interpreter === 'node' ? process.execPath : interpreter;
      const env = { ...common, PLUGIN_PORT: freePort };
      this.children.push(
        spawn(executable, [file], { cwd: this.directory, env, stdio: ['ignore', log, log], detached: true }),
      );
    }
    await Promise.all(this.programs.map(({ freePort }) => eventually(() => untilConnected(Number(freePort)))));
  }

  /** The output of all programs. */
  log(): string {
    return this.programs.map(({ file }) => readFileSync(path.join(this.directory, `${file}.log`), 'utf8')).join('\n');
  }

  stop(): void {
    // The SDK runs processes of its own, in the group of the first one.
    for (const { pid, exitCode } of this.children) if (pid !== undefined && exitCode === null) killGroup(pid);
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function untilConnected(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect').finally(() => socket.destroy());
}
