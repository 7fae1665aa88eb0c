import { parseArgs } from 'node:util';
import { deadLetterTopic } from '@tributary/contracts/topic';
import { topics } from '@tributary/contracts/topics';
import { ConfigError } from '@tributary/runtime/config';

/** Which letters of a topic are meant. */
export type Selection = { by: 'all' } | { by: 'id'; id: string } | { by: 'place'; place: string };

export type DeadLettersRequest =
  | { command: 'help' }
  | { command: 'topics'; json: boolean }
  | { command: 'list'; topic: string; limit: number; show: boolean; json: boolean }
  | { command: 'replay'; topic: string; selection: Selection; dryRun: boolean };

export const usage = `tributary dlq: messages that no consumer could handle

  tributary dlq list [--json]
      how many letters of each topic wait to be replayed
  tributary dlq list --topic <topic> [--limit <n>] [--show] [--json]
      the letters that wait, the oldest first (20); --show prints the first bytes of their values too,
      which may hold personal data, as may keys and reasons
  tributary dlq replay <topic> (--all | --id <id> | --offset <n> [--partition <n>]) [--dry-run]
      gives messages back to their topic with their ids; what was replayed is noted and waits no more

KAFKA_BROKERS says which broker; without it, DATA_DIR where the embedded product keeps its letters. That product takes
up what is replayed within seconds, or at its next start. The command ends with 0 when all of it was done, else with 1.
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  topic: text,
  limit: text,
  id: text,
  offset: text,
  partition: text,
  show: flag,
  json: flag,
  all: flag,
  'dry-run': flag,
  help: { ...flag, short: 'h' },
} as const;
type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const defaultLimit = 20;
const optionsOf = {
  topics: ['json'],
  list: ['topic', 'limit', 'show', 'json'],
  replay: ['all', 'id', 'offset', 'partition', 'dry-run'],
};

/** Reads the arguments behind `dlq`. Throws `ConfigError` with what is wrong and how it is used. */
export function parseRequest(args: string[]): DeadLettersRequest {
  const { values, positionals } = parse(args);
  const [command = 'help', ...rest] = positionals;
  if (values.help || command === 'help') return { command: 'help' };
  if (command === 'list') return rest.length > 0 ? wrong('list takes its topic by --topic') : listRequest(values);
  if (command === 'replay') return replayRequest(values, rest);
  return wrong(`"${command}" is no command of dlq`);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return wrong((error as Error).message);
  }
}

function listRequest(values: Options): DeadLettersRequest {
  const { topic, limit, show = false, json = false } = values;
  if (topic === undefined) {
    only('list without --topic', optionsOf.topics, values);
    return { command: 'topics', json };
  }
  only('list', optionsOf.list, values);
  const count = limit === undefined ? defaultLimit : whole('--limit', limit);
  return { command: 'list', topic: knownTopic(topic), limit: count, show, json };
}

function replayRequest(values: Options, [topic, ...rest]: string[]): DeadLettersRequest {
  only('replay', optionsOf.replay, values);
  if (topic === undefined || rest.length > 0) return wrong('replay takes one topic');
  const dryRun = values['dry-run'] ?? false;
  return { command: 'replay', topic: knownTopic(topic), selection: selectionOf(values), dryRun };
}

function selectionOf({ all, id, offset, partition }: Options): Selection {
  const given = [all, id, offset].filter((option) => option !== undefined);
  if (given.length !== 1) return wrong('replay takes one of --all, --id and --offset');
  if (partition !== undefined && offset === undefined) return wrong('--partition goes with --offset');
  if (id !== undefined) return { by: 'id', id };
  if (offset === undefined) return { by: 'all' };
  return { by: 'place', place: `${whole('--partition', partition ?? '0')}/${whole('--offset', offset)}` };
}

/** A topic may be named by itself or by its dead letters. */
function knownTopic(name: string): string {
  const topic = topics.find((known) => known.name === name || deadLetterTopic(known.name) === name);
  if (topic) return topic.name;
  return wrong(`there is no topic "${name}"; there are:\n  ${topics.map((known) => known.name).join('\n  ')}`);
}

function only(command: string, allowed: string[], values: Options): void {
  const odd = Object.keys(values).filter((name) => !allowed.includes(name));
  if (odd.length > 0) wrong(`${command} takes no --${odd.join(', --')}`);
}

function whole(name: string, text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : wrong(`${name} must be a whole number, not "${text}"`);
}

function wrong(what: string): never {
  throw new ConfigError(`${what}\n\n${usage}`);
}
