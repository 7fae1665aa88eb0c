import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { readEnvironment } from '../config.js';
import { askHidden, canAsk } from '../output/ask.js';
import { UsageProblem } from '../output/failures.js';
import { printJson, printLine } from '../output/print.js';
import { macOf } from './sign-request.js';

interface SignOptions extends CommonOptions {
  key: string;
  body?: string;
  prefix: string;
}

export const signCommand = (): Command =>
  createCommand('sign', {
    summary: 'Print the headers that sign a request',
    details: 'The secret is read from TRIBUTARY_SECRET_KEY, or asked for. It is sent nowhere.',
    examples: [
      `tributary sign /v1/datamarts/1/user_activities --key app-2026 --body '{"$type":"TOUCH","$user_agent_id":"web:1:a"}'`,
      'tributary sign /v1/datamarts/1/user_points/email_hash=ab12/user_segments --key app-2026 -o json',
    ],
    sends: false,
    usesLogin: false,
    formats: ['table', 'json'],
  })
    .argument('<target>', 'path and query exactly as they are sent')
    .requiredOption('--key <key-id>', 'the key that signs')
    .option('--body <text>', 'the body exactly as it is sent; without it, a GET is signed')
    .option('--prefix <name>', 'of the headers, if the platform has another one', 'Svc')
    .action(sign);

async function sign(target: string, { key: key_id, body, prefix, output }: SignOptions): Promise<void> {
  if (!target.startsWith('/')) throw new UsageProblem('the target is the path of the request, as /v1/datamarts/1/…');
  if (!/^[A-Za-z0-9-]+$/.test(prefix)) throw new UsageProblem(`"${prefix}" is no part of a header's name`);
  const timestamp = String(Date.now());
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const mac = macOf({ uri: target, key_id, timestamp, body: bytes }, await readSecret());
  const headers = { [`X-${prefix}-Key-Id`]: key_id, [`X-${prefix}-Ts`]: timestamp, [`X-${prefix}-Mac`]: mac };
  if (output === 'json') printJson(headers);
  else for (const [name, value] of Object.entries(headers)) printLine(`${name}: ${value}`);
}

async function readSecret(): Promise<string> {
  const { secretKey } = readEnvironment();
  if (secretKey === undefined && !canAsk()) throw new UsageProblem('the secret is missing: set TRIBUTARY_SECRET_KEY');
  const secret = secretKey ?? (await askHidden('Secret key (it is not shown): ')).trim();
  if (secret === '') throw new UsageProblem('no secret was given');
  return secret;
}
