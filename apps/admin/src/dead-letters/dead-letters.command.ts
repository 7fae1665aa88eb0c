import type { AnyTopic } from '@tributary/bus/messages/consume';
import type { DeadLetterLog, StoredDeadLetter } from '@tributary/bus/dead-letters/dead-letter-log';
import { topics } from '@tributary/contracts/topics/topic-catalog';
import { ConfigError } from '@tributary/runtime/config';
import type { DeadLettersRequest } from './dead-letters-request.js';
import { deadLetterAsJson, showDeadLetter } from './show-dead-letter.js';
import { select, countDeadLetters, visitDeadLetters, type DeadLetterCounts } from './pending-dead-letters.js';

export type Print = (text: string) => void;
type Request<C extends DeadLettersRequest['command']> = Extract<DeadLettersRequest, { command: C }>;
type Work = Exclude<DeadLettersRequest, { command: 'help' }>;

const nameWidth = Math.max(...topics.map(({ name }) => name.length));

/** `tributary dlq`: lists dead letters and publishes them to their topics again. */
export class DeadLettersCommand {
  /** @param progress prints progress and hints, which are not part of the result */
  constructor(
    private readonly log: DeadLetterLog,
    private readonly print: Print,
    private readonly progress: Print,
  ) {}

  async run(request: Work): Promise<void> {
    if (request.command === 'topics') await this.listTopics(request);
    else if (request.command === 'list') await this.listDeadLetters(request);
    else await this.replay(request);
  }

  private async listTopics({ json }: Request<'topics'>): Promise<void> {
    if (!json) this.print(`Dead letters in ${this.log.description}\n`);
    let found = 0;
    for (const topic of topics) {
      const counted = await countDeadLetters(this.log, topic);
      if (isEmpty(counted)) continue;
      found++;
      this.print(json ? topicAsJson(topic, counted) : showTopic(topic, counted));
    }
    if (found === 0 && !json) this.print('There are no dead letters.\n');
  }

  private async listDeadLetters({ topic: name, limit, show, json }: Request<'list'>): Promise<void> {
    const topic = topicNamed(name);
    const counted = await countDeadLetters(this.log, topic);
    if (!json) this.print(`Dead letters in ${this.log.description}\n${showTopic(topic, counted)}`);
    const shown = new Set([...counted.waiting.keys()].slice(0, limit));
    const print = (deadLetter: StoredDeadLetter) =>
      this.print(json ? deadLetterAsJson(deadLetter, show) : showDeadLetter(deadLetter, show));
    if (shown.size > 0) await visitDeadLetters(this.log, topic, shown, (deadLetters) => deadLetters.forEach(print));
    const more = counted.waiting.size - shown.size;
    if (more > 0) this.progress(`${more} more pending; use --limit ${counted.waiting.size} to list all\n`);
  }

  private async replay({ topic: name, selection, dryRun }: Request<'replay'>): Promise<void> {
    const topic = topicNamed(name);
    refuseCompactedTopic(topic);
    const counted = await countDeadLetters(this.log, topic);
    const selected = select(counted, selection);
    if (selected.size === 0 && selection.by !== 'all')
      throw new ConfigError(
        `No such dead letter of ${name} is pending in ${this.log.description}: it was replayed already, or does not exist`,
      );
    let done = 0;
    const replay = async (deadLetters: StoredDeadLetter[]) => {
      if (dryRun) for (const deadLetter of deadLetters) this.print(showDeadLetter(deadLetter, false));
      else await this.log.replay(topic, deadLetters);
      done += deadLetters.length;
      if (!dryRun && done < selected.size) this.progress(`${done} of ${selected.size}\n`);
    };
    if (selected.size > 0) await visitDeadLetters(this.log, topic, selected, replay);
    this.print(`${dryRun ? 'Would replay' : 'Replayed'} ${done} of ${name}; ${counted.waiting.size - done} pending\n`);
  }
}

const isEmpty = ({ waiting, replayed, damaged }: DeadLetterCounts) => waiting.size + replayed + damaged === 0;

const oldest = ({ waiting }: DeadLetterCounts) => {
  const [first] = waiting.values();
  return first && new Date(first.written).toISOString();
};

function showTopic({ name }: AnyTopic, counted: DeadLetterCounts): string {
  const { waiting, replayed, damaged } = counted;
  const parts = [
    `${waiting.size} pending${waiting.size > 0 ? ` since ${oldest(counted)}` : ''}`,
    `${replayed} replayed`,
  ];
  if (damaged > 0) parts.push(`${damaged} unreadable`);
  return `${name.padEnd(nameWidth)}  ${parts.join(', ')}\n`;
}

function topicAsJson({ name }: AnyTopic, counted: DeadLetterCounts): string {
  const { waiting, replayed, damaged } = counted;
  const fields = { topic: name, waiting: waiting.size, replayed, damaged, oldest: oldest(counted) ?? null };
  return `${JSON.stringify(fields)}\n`;
}

function topicNamed(name: string): AnyTopic {
  const topic: AnyTopic | undefined = topics.find((known) => known.name === name);
  if (!topic) throw new ConfigError(`there is no topic "${name}"`);
  return topic;
}

/** Replaying an old state would overwrite a newer one: it could restore a revoked token. */
function refuseCompactedTopic({ name, retention }: AnyTopic): void {
  if (retention !== 'compact') return;
  throw new ConfigError(
    `${name} is compacted: its dead letters may be older than the current state. ` +
      'Publish the current state instead: tributary admin republish',
  );
}
