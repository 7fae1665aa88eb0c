import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { machineEnvironment } from '@tributary/testing/config';
import { guardGroup } from '@tributary/testing/processes/processes-guard';
import type { SigningKey } from '@tributary/testing/signed-request';

const installer = path.join(import.meta.dirname, '../../../../.ci/schemathesis.sh');

/** The user as whom schemathesis calls the API. With a key it signs its requests instead of sending the token. */
export interface Tester {
  user_id: string;
  token: string;
  key?: SigningKey;
}

export interface Run {
  code: number | null;
  output: string;
  /** Operations that were tested. */
  operations: number;
  /** Requests that were sent. */
  cases: number;
}

/**
 * Checks that signed requests rightly fail. The hook signs the requests without credentials too. An invalid
 * `Idempotency-Key` is accepted, because it counts in requests with a token only.
 */
export const signedExclusions = ['--exclude-checks', 'ignored_auth,negative_data_rejection'];

/** The program. If it is not installed, it is installed from PyPI. */
export async function installSchemathesis(): Promise<string> {
  const { stdout } = await promisify(execFile)(installer);
  return stdout.trim();
}

/**
 * Tests the API as its description says.
 *
 * @param description URL or file
 * @param options of the program
 */
export async function runSchemathesis(tester: Tester, description: string, ...options: string[]): Promise<Run> {
  const program = await installSchemathesis();
  const args = ['--config-file', 'schemathesis.toml', 'run', description, '--no-color', ...options];
  const child = spawn(program, args, {
    cwd: import.meta.dirname,
    env: { ...environmentOf(tester), HYPOTHESIS_STORAGE_DIRECTORY: path.join(path.dirname(program), '../hypothesis') },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const guard = child.pid === undefined ? undefined : guardGroup(child.pid);
  let output = '';
  const append = (part: string) => (output += part);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', append);
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  guard?.release();
  const numberOf = (pattern: RegExp) => Number(pattern.exec(output)?.[1]);
  return { code, output, operations: numberOf(/Tested: (\d+)/), cases: numberOf(/(\d+) generated/) };
}

const environmentOf = ({ user_id, token, key }: Tester) => ({
  ...machineEnvironment(),
  PYTHONDONTWRITEBYTECODE: '1',
  TESTER_USER_ID: user_id,
  TESTER_TOKEN: token,
  ...(key && { TESTER_KEY_ID: key.key_id, TESTER_SECRET_KEY: key.secret_key }),
});
