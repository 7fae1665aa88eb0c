import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { composeActivity, type ActivityFields } from '@tributary/client/activities/compose-activity';
import { client } from '@tributary/client/generated/client.gen';
import { collectUserActivity } from '@tributary/client/generated/sdk.gen';
import { quoted } from '@tributary/client/requests/curl';
import { InvalidArgumentError, type Command } from 'commander';
import { createCommand, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { unreadable, UsageProblem } from '../output/failures.js';
import { print, printLine } from '../output/print.js';
import { openDatamart } from '../session/open-session.js';
import { sendLines } from './send-lines.js';
import { guessSelector } from '@tributary/client/people/guess-selector';
import { identifierOf } from '@tributary/client/people/selectors';

interface SendOptions extends CommonOptions {
  type?: string;
  event?: string;
  user?: string;
  channel?: string;
  skip: number;
  timeout: number;
}

export const sendCommand = (): Command =>
  createCommand('send', {
    summary: 'Send an activity, or a stream of activities as NDJSON',
    details:
      'Lines are sent together, and again after a failure, with the same $unique_key: each is stored once. Exit code 3: lines ' +
      'were refused.',
    examples: [
      'tributary send --type SITE_VISIT --event purchase --user ada@example.com --channel 8298',
      'tributary send activities.ndjson',
      'tail -F app.log | jq -c .activity | tributary send -',
      'tributary send activities.ndjson -o json > results.ndjson',
    ],
    of: 'datamart',
    formats: ['table', 'json'],
  })
    .argument('[file]', 'one activity per line; - for stdin')
    .option('--type <type>', 'send one activity of this type, without a file')
    .option('--event <name>', 'with this event')
    .option('--user <identifier>', 'of this e-mail address, account (compartment/account) or user agent id')
    .option('--channel <id>', 'of this site, application or TV')
    .option('--skip <lines>', 'leave out the first lines, which were sent before', wholeNumber, 0)
    .option('--timeout <seconds>', 'how long the platform may be unavailable', positiveInteger, 30)
    .action(send);

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

async function send(file: string | undefined, options: SendOptions): Promise<void> {
  const isOne = options.type !== undefined;
  if (isOne === (file !== undefined))
    throw new UsageProblem('name a file (- for stdin), or an activity by --type and --user');
  if (isOne) await sendOne(options);
  else await sendFile(file ?? '-', options);
}

async function sendOne({ type = '', event = '', user, channel = '', ...options }: SendOptions): Promise<void> {
  if (user === undefined) throw new UsageProblem('whose activity is it? Say --user IDENTIFIER');
  const { datamart_id } = await openDatamart(options);
  const fields: ActivityFields = { type, event_name: event, channel, ...(await identifierFields(user)) };
  const { data } = await collectUserActivity({ path: { datamart_id }, body: composeActivity(fields) });
  const receipt = data.data as { id: string; received_ts: number };
  print(options.output, receipt, () => ({ rows: [['id', receipt.id]] }));
}

async function sendFile(name: string, options: SendOptions): Promise<void> {
  const { url, token, datamart_id } = await openDatamart(options);
  if (options.curl) return printLines(name, datamart_id);
  const isStdin = name === '-';
  const stream = isStdin ? process.stdin : createReadStream(name);
  const read = (until: AbortSignal) => readable(stream, name, until);
  const lines = { read, file: isStdin ? undefined : name, skip: options.skip };
  await sendLines({ url, token, datamart_id, timeoutMs: options.timeout * 1_000 }, lines, options.output);
}

/** A pipe may be idle: the signal ends the wait for it. */
async function* readable(stream: Readable, name: string, until: AbortSignal): AsyncGenerator<Buffer> {
  addAbortSignal(until, stream);
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    if (until.aborted) return;
    throw unreadable(name, error);
  }
}

/** A request takes at most 1,000 lines. */
function printLines(name: string, datamart_id: string): void {
  const { baseUrl = '' } = client.getConfig();
  const parts = [
    `curl -sS ${quoted(`${baseUrl}/datamarts/${datamart_id}/user_activities`)}`,
    '-H "Authorization: $TRIBUTARY_TOKEN"',
    `-H 'content-type: application/x-ndjson'`,
    `--data-binary @${name === '-' ? '-' : quoted(name)}`,
  ];
  printLine(parts.join(' \\\n  '));
}

/** The identifier of an activity that a text names. An e-mail address is hashed here: it is not stored. */
async function identifierFields(
  text: string,
): Promise<Pick<ActivityFields, 'identifierKind' | 'identifier' | 'compartment'>> {
  const guess = await guessSelector(text);
  const named = guess && identifierOf(guess.selector);
  if (!named)
    throw new UsageProblem('--user: name an e-mail address, an account as compartment/account, or a user agent');
  if (named.type === 'USER_AGENT') return { identifierKind: named.type, identifier: named.user_agent_id };
  if (named.type === 'USER_EMAIL') return { identifierKind: named.type, identifier: named.email_hash };
  const { compartment_id: compartment, user_account_id: identifier } = named;
  return { identifierKind: named.type, identifier, compartment };
}
