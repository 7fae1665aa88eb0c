import type { AnyTopic } from '@tributary/bus/consume';
import type { DeadLetterLog, KeptLetter } from '@tributary/bus/dead-letter-log';
import { topics } from '@tributary/contracts/topics';
import { ConfigError } from '@tributary/runtime/config';
import type { DeadLettersRequest } from './dead-letters-request.js';
import { letterAsJson, showLetter } from './show-letter.js';
import { select, tally, visitLetters, type Tally } from './waiting-letters.js';

export type Print = (text: string) => void;
type Request<C extends DeadLettersRequest['command']> = Extract<DeadLettersRequest, { command: C }>;
type Work = Exclude<DeadLettersRequest, { command: 'help' }>;

const nameWidth = Math.max(...topics.map(({ name }) => name.length));

/** `tributary dlq`: shows dead letters and gives their messages back to their topics. */
export class DeadLettersCommand {
  /** @param progress is for what is no result, as how far it has come */
  constructor(
    private readonly log: DeadLetterLog,
    private readonly print: Print,
    private readonly progress: Print,
  ) {}

  async run(request: Work): Promise<void> {
    if (request.command === 'topics') await this.listTopics(request);
    else if (request.command === 'list') await this.listLetters(request);
    else await this.replay(request);
  }

  private async listTopics({ json }: Request<'topics'>): Promise<void> {
    if (!json) this.print(`Dead letters in ${this.log.description}\n`);
    let found = 0;
    for (const topic of topics) {
      const counted = await tally(this.log, topic);
      if (isEmpty(counted)) continue;
      found++;
      this.print(json ? topicAsJson(topic, counted) : showTopic(topic, counted));
    }
    if (found === 0 && !json) this.print('There are none.\n');
  }

  private async listLetters({ topic: name, limit, show, json }: Request<'list'>): Promise<void> {
    const topic = topicNamed(name);
    const counted = await tally(this.log, topic);
    if (!json) this.print(`Dead letters in ${this.log.description}\n${showTopic(topic, counted)}`);
    const shown = new Set([...counted.waiting.keys()].slice(0, limit));
    const print = (letter: KeptLetter) => this.print(json ? letterAsJson(letter, show) : showLetter(letter, show));
    if (shown.size > 0) await visitLetters(this.log, topic, shown, (letters) => letters.forEach(print));
    const more = counted.waiting.size - shown.size;
    if (more > 0) this.progress(`${more} more wait: --limit ${counted.waiting.size} shows all\n`);
  }

  private async replay({ topic: name, selection, dryRun }: Request<'replay'>): Promise<void> {
    const topic = topicNamed(name);
    refuseStates(topic);
    const counted = await tally(this.log, topic);
    const meant = select(counted, selection);
    if (meant.size === 0 && selection.by !== 'all')
      throw new ConfigError(
        `No such letter of ${name} waits in ${this.log.description}: it was replayed, or never there`,
      );
    let done = 0;
    const replay = async (letters: KeptLetter[]) => {
      if (dryRun) for (const letter of letters) this.print(showLetter(letter, false));
      else await this.log.replay(topic, letters);
      done += letters.length;
      if (!dryRun && done < meant.size) this.progress(`${done} of ${meant.size}\n`);
    };
    if (meant.size > 0) await visitLetters(this.log, topic, meant, replay);
    this.print(`${dryRun ? 'Would replay' : 'Replayed'} ${done} of ${name}; ${counted.waiting.size - done} wait\n`);
  }
}

const isEmpty = ({ waiting, replayed, damaged }: Tally) => waiting.size + replayed + damaged === 0;

const oldest = ({ waiting }: Tally) => {
  const [first] = waiting.values();
  return first && new Date(first.written).toISOString();
};

function showTopic({ name }: AnyTopic, counted: Tally): string {
  const { waiting, replayed, damaged } = counted;
  const parts = [`${waiting.size} wait${waiting.size > 0 ? ` since ${oldest(counted)}` : ''}`, `${replayed} replayed`];
  if (damaged > 0) parts.push(`${damaged} cannot be read`);
  return `${name.padEnd(nameWidth)}  ${parts.join(', ')}\n`;
}

function topicAsJson({ name }: AnyTopic, counted: Tally): string {
  const { waiting, replayed, damaged } = counted;
  const fields = { topic: name, waiting: waiting.size, replayed, damaged, oldest: oldest(counted) ?? null };
  return `${JSON.stringify(fields)}\n`;
}

function topicNamed(name: string): AnyTopic {
  const topic: AnyTopic | undefined = topics.find((known) => known.name === name);
  if (!topic) throw new ConfigError(`there is no topic "${name}"`);
  return topic;
}

/** An old state would undo a newer one: it could bring a revoked token back. */
function refuseStates({ name, retention }: AnyTopic): void {
  if (retention !== 'compact') return;
  throw new ConfigError(
    `${name} holds states, and a letter of it may be older than what is known now. ` +
      'Tell everybody the present ones instead: tributary admin republish',
  );
}
