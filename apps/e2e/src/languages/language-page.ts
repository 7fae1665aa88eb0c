import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SigningKey } from '@tributary/testing/signed-request';
import { type Language, type Variant, variants } from './language.js';
import { readFiles } from './read-files.js';
import { runProgram } from './run-program.js';

const pages = path.join(import.meta.dirname, '../../../../docs/clients');
const drivers = path.join(import.meta.dirname, 'drivers');

/** Where a client collects, and with which key. */
export interface Account extends SigningKey {
  url: string;
  datamart_id: string;
}

interface CollectOptions {
  max_tries?: number;
  variant?: Variant;
}

/** The client that a page shows, ready to run. */
export class LanguagePage {
  private constructor(
    private readonly language: Language,
    private readonly directory: string,
  ) {}

  /** Writes the files of the page and its driver to the directory, in both variants. */
  static async prepare(language: Language, directory: string): Promise<LanguagePage> {
    const files = readFiles(await readFile(path.join(pages, language.page), 'utf8'));
    files.push({ name: language.driver, source: await readFile(path.join(drivers, language.driver), 'utf8') });
    for (const variant of variants) {
      await mkdir(path.join(directory, variant), { recursive: true });
      for (const { name, source } of files) {
        const text = variant === 'wrong' ? source.replace(...language.key) : source;
        await writeFile(path.join(directory, variant, name), text);
      }
    }
    await language.compile?.(directory);
    return new LanguagePage(language, directory);
  }

  /** @returns the digest of each request, which lists the arguments of the page's function. */
  sign = (requests: string[][], variant?: Variant) => this.act<string[]>({ action: 'sign', requests }, variant);

  /** @returns the line and its id. */
  async prepare(activity: object): Promise<{ line: string; id: string }> {
    const line = await this.act<string>({ action: 'prepare', activity });
    return { line, id: (JSON.parse(line) as { $unique_key: string }).$unique_key };
  }

  /** Sends one line, or several in one request. @returns what the client returns, or why it gave up. */
  collect(account: Account, lines: string | string[], { max_tries = 8, variant }: CollectOptions = {}) {
    const sent = typeof lines === 'string' ? { action: 'collect', line: lines } : { action: 'collectAll', lines };
    return this.act<unknown>({ ...account, max_tries, ...sent }, variant);
  }

  /** @returns the output of the page's example. */
  runExample({ url, datamart_id, key_id, secret_key }: Account): Promise<string> {
    const env = {
      TRIBUTARY_URL: url,
      TRIBUTARY_DATAMART: datamart_id,
      TRIBUTARY_KEY_ID: key_id,
      TRIBUTARY_SECRET_KEY: secret_key,
    };
    return runProgram(this.language.command('right', this.language.example), { directory: this.directory, env });
  }

  private async act<Result>(action: object, variant: Variant = 'right'): Promise<Result> {
    const command = this.language.command(variant, this.language.driver);
    const output = await runProgram(command, { directory: this.directory, stdin: JSON.stringify(action) });
    return JSON.parse(output) as Result;
  }
}
