import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { eventually } from '@tributary/testing/eventually';
import { bin, type Cli } from './cli.js';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The command in a pseudo-terminal, which script(1) of util-linux provides. */
export class Terminal {
  private screen = '';
  private readonly exit: Promise<number | null>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.screen += text));
    this.exit = new Promise((resolve) => child.once('close', resolve));
  }

  static open(cli: Cli, args: readonly string[], { columns = 80 } = {}): Terminal {
    const command = [process.execPath, bin, ...args].map(quoted).join(' ');
    const prepared = `stty rows 24 cols ${columns}; echo "[tty $(tty)]"; exec ${command}`;
    const env = { ...cli.env, SHELL: '/bin/sh' };
    return new Terminal(spawn('script', ['-qefc', prepared, '/dev/null'], { cwd: `${cli.home}/files`, env }));
  }

  type(keys: string): void {
    this.child.stdin?.write(keys);
  }

  /** As a user who drags the edge of the window. */
  resize(columns: number): void {
    const [, device = ''] = /\[tty (\S+)\]/.exec(this.screen) ?? [];
    execFileSync('stty', ['-F', device, 'cols', String(columns)]);
  }

  /** Waits until the terminal has shown a text. */
  async shows(text: string | RegExp): Promise<string> {
    await eventually(() => {
      const isThere = typeof text === 'string' ? this.shown.includes(text) : text.test(this.shown);
      if (!isThere) throw new Error(`"${String(text)}" is not in the terminal: ${JSON.stringify(this.shown)}`);
    });
    return this.shown;
  }

  /** Everything that was written to the terminal. */
  get shown(): string {
    return this.screen.replace(/^.*?\[tty \S+\]\r\n/s, '');
  }

  /** The drawn lines, over one another or below, without colours. */
  get lines(): string[] {
    return this.shown.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '').split(/\r?\n|\r/);
  }

  /** @returns the exit code */
  ended = (): Promise<number | null> => this.exit;

  close(): void {
    this.child.kill('SIGKILL');
  }
}

export const ctrlC = '\u0003';
