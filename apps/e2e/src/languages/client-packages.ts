import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';
import { runProgram } from './run-program.js';

const root = path.join(import.meta.dirname, '../../../..');
interface Script {
  packageClients: (directory: string) => Promise<Record<string, string>>;
}

/** The packages of the clients, with the tests that they contain. */
export function clientPackages(suite: EmbeddedSuite): void {
  let written: Record<string, string>;
  const run = (language: string, ...command: string[]) =>
    runProgram(['sh', '-c', `${command.join(' ')} 2>&1`], { directory: written[language] ?? '' });

  beforeAll(async () => {
    const { packageClients } = (await import(path.join(root, 'scripts/package-clients.mjs'))) as Script;
    written = await packageClients(path.join(suite.directory, 'clients'));
  });

  describe('packages of clients', () => {
    it('sign as the vectors say', async () => {
      expect(await run('python', 'python3', '-m', 'unittest', 'discover', 'tests')).toContain('OK');
      expect(await run('php', 'php', 'tests/vectors.php')).toMatch(/^[1-9]\d* vectors\n$/);
    });

    it('(control) would not with another key', async () => {
      const file = path.join(written.php ?? '', 'tests/vectors.php');
      const other = (await readFile(file, 'utf8')).replace("$vectors['secret_key']", "'other'");
      await expect(
        runProgram(['php', '-r', other.replace('<?php', '').replaceAll('__DIR__', "getcwd() . '/tests'")], {
          directory: written.php ?? '',
        }),
      ).rejects.toThrow('is signed with');
    });
  });
}
