import { parseArgs } from 'node:util';
import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import { topics } from '@tributary/contracts/topics/topic-catalog';
import { ConfigError } from '@tributary/runtime/config';

/** The dead letters of a topic that a replay selects. */
export type Selection = { by: 'all' } | { by: 'id'; id: string } | { by: 'position'; position: string };

export type DeadLettersRequest =
  | { command: 'help' }
  | { command: 'topics'; json: boolean }
  | { command: 'list'; topic: string; limit: number; show: boolean; json: boolean }
  | { command: 'replay'; topic: string; selection: Selection; dryRun: boolean };

export const usage = `tributary dlq: lists and replays dead letters (messages that a consumer could not handle)

  tributary dlq list [--json]
      counts the pending dead letters of each topic
  tributary dlq list --topic <topic> [--limit <n>] [--show] [--json]
      lists the pending dead letters of a topic, oldest first (default limit: 20); --show also prints the start of
      their values. Values, keys and reasons may contain personal data
  tributary dlq replay <topic> (--all | --id <id> | --offset <n> [--partition <n>]) [--dry-run]
      publishes dead letters to their topic again, with their ids, and records that they were replayed;
      --dry-run only lists them. The default partition is 0

Set KAFKA_BROKERS to read dead letters from Kafka. Without it, the command reads the dead letters of the embedded
product in DATA_DIR; that product consumes replayed messages within seconds, or at its next start. The exit code is 0
if everything was done, otherwise 1.
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
const allowedOptions = {
  topics: ['json'],
  list: ['topic', 'limit', 'show', 'json'],
  replay: ['all', 'id', 'offset', 'partition', 'dry-run'],
};

/** Parses the arguments after `dlq`. @throws ConfigError with the problem and the usage */
export function parseRequest(args: string[]): DeadLettersRequest {
  const { values, positionals } = parse(args);
  const [command = 'help', ...rest] = positionals;
  if (values.help || command === 'help') return { command: 'help' };
  if (command === 'list')
    return rest.length > 0 ? failWithUsage('list requires its topic as --topic <topic>') : listRequest(values);
  if (command === 'replay') return replayRequest(values, rest);
  return failWithUsage(`"${command}" is not a command of dlq`);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return failWithUsage((error as Error).message);
  }
}

function listRequest(values: Options): DeadLettersRequest {
  const { topic, limit, show = false, json = false } = values;
  if (topic === undefined) {
    rejectOtherOptions('list without --topic', allowedOptions.topics, values);
    return { command: 'topics', json };
  }
  rejectOtherOptions('list', allowedOptions.list, values);
  const count = limit === undefined ? defaultLimit : parseWholeNumber('--limit', limit);
  return { command: 'list', topic: knownTopic(topic), limit: count, show, json };
}

function replayRequest(values: Options, [topic, ...rest]: string[]): DeadLettersRequest {
  rejectOtherOptions('replay', allowedOptions.replay, values);
  if (topic === undefined || rest.length > 0) return failWithUsage('replay requires exactly one topic');
  const dryRun = values['dry-run'] ?? false;
  return { command: 'replay', topic: knownTopic(topic), selection: selectionOf(values), dryRun };
}

function selectionOf({ all, id, offset, partition }: Options): Selection {
  const given = [all, id, offset].filter((option) => option !== undefined);
  if (given.length !== 1) return failWithUsage('replay requires exactly one of --all, --id and --offset');
  if (partition !== undefined && offset === undefined) return failWithUsage('--partition requires --offset');
  if (id !== undefined) return { by: 'id', id };
  if (offset === undefined) return { by: 'all' };
  return {
    by: 'position',
    position: `${parseWholeNumber('--partition', partition ?? '0')}/${parseWholeNumber('--offset', offset)}`,
  };
}

/** Accepts the name of a topic or of its dead-letter topic. */
function knownTopic(name: string): string {
  const topic = topics.find((known) => known.name === name || deadLetterTopic(known.name) === name);
  if (topic) return topic.name;
  return failWithUsage(`there is no topic "${name}"; there are:\n  ${topics.map((known) => known.name).join('\n  ')}`);
}

function rejectOtherOptions(command: string, allowed: string[], values: Options): void {
  const others = Object.keys(values).filter((name) => !allowed.includes(name));
  if (others.length > 0) failWithUsage(`${command} does not accept --${others.join(', --')}`);
}

function parseWholeNumber(name: string, text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : failWithUsage(`${name} must be a whole number, not "${text}"`);
}

function failWithUsage(problem: string): never {
  throw new ConfigError(`${problem}\n\n${usage}`);
}
