import { pause } from '@tributary/client/imports/poll-pause';
import { readFeedEvent, type FeedEvent } from '@tributary/client/feed/feed-event';
import { feedQuery } from '@tributary/client/feed/feed-query';
import { followFeed, type FeedState } from '@tributary/client/feed/follow-feed';
import { followEvents } from '@tributary/client/follow-events';
import { client } from '@tributary/client/generated/client.gen';
import { InvalidArgumentError, type Command } from 'commander';
import { createCommand, names, type CommonOptions } from '../commands/create-command.js';
import { exitCodes, Failure, UsageProblem } from '../output/failures.js';
import { say } from '../output/status-messages.js';
import { parseTime } from '../commands/parse-time.js';
import { findPerson } from '../people/find-person.js';
import { openDatamart } from '../session/open-session.js';
import { readEarlier } from './read-earlier.js';
import { FeedPrinter } from './feed-printer.js';

interface TailOptions extends CommonOptions {
  type?: string[];
  event?: string[];
  person?: string;
  sample?: number;
  refused?: boolean;
  since?: number;
  json?: boolean;
}

/** The server sends a comment each 15 s. A stream without any is broken, although no one has closed it. */
const silenceMs = 45_000;

export const tailCommand = (): Command =>
  createCommand('tail', {
    summary: 'Follow the activities of a datamart as they arrive',
    details:
      'At volume it shows a sample, and says how many it leaves out; those of one person are all shown. After a cut of the ' +
      'network it connects again by itself.',
    examples: [
      'tributary tail',
      "tributary tail --type SITE_VISIT --event '!$page_view'",
      'tributary tail --person ada@example.com',
      'tributary tail --refused --since 2h',
      `tributary tail --json | jq -r '."$type"'`,
    ],
    of: 'datamart',
    formats: ['table', 'json'],
  })
    .option('--type <names>', 'only these types; !NAME: no activity of that type', names)
    .option('--event <names>', 'only with these events; !NAME: without that event', names)
    .option('--person <identifier>', 'only of this e-mail address, account or user agent')
    .option('--sample <number>', 'the most activities of a second, 1 to 100', sample)
    .option('--refused', 'only requests that were refused, with the reason')
    .option('--since <time>', 'first what came since then: 2h, 30m, a date or a time', parseTime)
    .option('--json', 'short for -o json: one JSON object per line')
    .action(tail);

function sample(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 100) throw new InvalidArgumentError('It must be 1 to 100.');
  return value;
}

async function tail(options: TailOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const { since, refused = false } = options;
  const filter = await filterOf(datamart_id, options);
  const query = feedQuery(filter);
  const path = `/datamarts/${datamart_id}/user_activities/events`;
  const controller = new AbortController();
  const { signal } = controller;
  const printer = new FeedPrinter({
    isJson: options.json === true || options.output === 'json',
    shown: refused ? 'refused' : 'activity',
    since,
  });
  process.once('SIGINT', () => {
    process.exitCode = exitCodes.interrupted;
    controller.abort();
  });
  const states = new FeedStates(controller);
  // Once the feed is open, so that nothing between the two is missing.
  let earlier: Promise<void> | undefined;
  const showEarlier = async () => {
    if (since === undefined) return;
    const events = await readEarlier(datamart_id, { ...filter, since, refused });
    for (const event of events) printer.show(event);
  };
  async function* open(onConnected: () => void): AsyncGenerator<FeedEvent> {
    const onOpen = () => {
      onConnected();
      earlier ??= showEarlier().catch((error: Error) => states.fail(error));
    };
    for await (const event of followEvents(client, { path, query, signal, onOpen, silenceMs })) {
      await earlier;
      const read = readFeedEvent(event);
      if (read) yield read;
    }
  }
  const onState = (state: FeedState) => states.show(state);
  await followFeed({ open, onEvent: (event) => printer.show(event), onState, pause, signal });
  printer.end();
  if (states.failure !== undefined) throw states.failure;
}

async function filterOf(datamart_id: string, { type, event, person, sample, curl }: TailOptions) {
  const identifier =
    person === undefined ? undefined : await findPerson({ datamart_id, text: person, isPrinted: curl === true });
  if (identifier?.startsWith('user_point_id='))
    throw new UsageProblem(
      '--person: activities carry an e-mail address, an account or a user agent, not a user point',
    );
  return { type, event_name: event, identifier, sample };
}

/** Says how the connection is. A first connection that fails ends the command: the address may be wrong. */
class FeedStates {
  failure: Error | undefined;
  private wasConnected = false;

  constructor(private readonly controller: AbortController) {}

  show(state: FeedState): void {
    if (state.is === 'connected') this.connected();
    else if (state.is === 'ended') this.failure = state.failure;
    else if (state.is === 'reconnecting') this.reconnecting(state);
  }

  fail(error: Error): void {
    this.failure = error;
    this.controller.abort();
  }

  private connected(): void {
    say(this.wasConnected ? 'Connected again.' : 'Waiting for activities. Ctrl-C ends it.');
    this.wasConnected = true;
  }

  private reconnecting({ attempt, failure }: { attempt: number; failure?: unknown }): void {
    if (!this.wasConnected) {
      this.fail(failure instanceof Error ? failure : new Failure('the feed ended at once'));
    } else if (attempt === 1) say('The connection is lost. Connecting again …');
  }
}
