import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { machineEnvironment } from '@tributary/testing/config';

export const bin = path.join(import.meta.dirname, '../../../../bin/tributary.mjs');

export interface Ended {
  code: number | null;
  out: string;
  errors: string;
}

interface Input {
  /** Written to stdin, which is then closed. */
  input?: string;
  env?: Record<string, string>;
}

/** The command as a user of a machine runs it: a home of its own, and nothing of this environment. */
export class Cli {
  private constructor(
    readonly home: string,
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async create(env: Record<string, string> = {}): Promise<Cli> {
    const home = await mkdtemp(path.join(tmpdir(), 'tributary-cli-'));
    await mkdir(path.join(home, 'files'));
    return new Cli(home, { ...machineEnvironment(), HOME: home, TERM: 'xterm', ...env });
  }

  get configFile(): string {
    return path.join(this.home, '.config/tributary/config.json');
  }

  start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, [bin, ...args], { cwd: this.filesDirectory, env: { ...this.env, ...env } });
  }

  async run(args: readonly string[], { input = '', env = {} }: Input = {}): Promise<Ended> {
    const child = this.start(args, env);
    // It may end before it has read its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    return ended(child);
  }

  /** @throws unless it succeeds. @returns stdout */
  async succeed(...args: string[]): Promise<string> {
    const { code, out, errors } = await this.run(args);
    if (code !== 0) throw new Error(`tributary ${args.join(' ')} ends with ${code}: ${out}${errors}`);
    return out;
  }

  json = async <T>(...args: string[]): Promise<T> => JSON.parse(await this.succeed(...args, '-o', 'json')) as T;

  login = (url: string, token: string): Promise<Ended> => this.run(['login', url], { input: `${token}\n` });

  /** Writes a file into the working directory of the commands. */
  async file(name: string, lines: readonly unknown[] | string): Promise<string> {
    const text = typeof lines === 'string' ? lines : lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await writeFile(path.join(this.filesDirectory, name), text);
    return name;
  }

  read = (name: string): Promise<string> => readFile(path.join(this.filesDirectory, name), 'utf8');

  private get filesDirectory(): string {
    return path.join(this.home, 'files');
  }
}

/** Resolves when the process and its streams have ended. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let [out, errors] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })));
}
