import { appNames, type Flow } from '@tributary/contracts/flow';
import { deadLetterTopic } from '@tributary/contracts/topic';
import { describeDeadLetter, describeMessage, headerSchemas } from './asyncapi-messages.js';
import { topicSettings } from './topic-settings.js';

export type JsonObject = Record<string, unknown>;

const bindingVersion = '0.5.0';

const info = {
  title: 'Tributary: what its apps tell each other',
  version: '1.0.0',
  description:
    'Topics of Kafka. Delivery is at least once and in order per key; consumers act once per `ce_id`. Within a version of a ' +
    'topic fields are only added, and are optional. Generated from the code; a test compares.',
};

const servers = {
  kafka: { host: 'localhost:9092', protocol: 'kafka', description: 'The brokers of KAFKA_BROKERS.' },
};

/** The AsyncAPI 3 document of every topic, from the schemas that consumers check messages with. */
export function asyncApiDocument(flows: Flow[]): JsonObject {
  const channels: JsonObject = {};
  for (const settings of topicSettings(flows.map(({ topic }) => topic))) channels[settings.name] = channel(settings);
  return {
    ...{ asyncapi: '3.1.0', info, defaultContentType: 'application/json', servers, channels },
    operations: Object.fromEntries(flows.flatMap(operations)),
    components: {
      messages: Object.fromEntries(flows.flatMap(messages)),
      schemas: headerSchemas,
      tags: Object.fromEntries(appNames.map(tag)),
    },
  };
}

const ref = (...path: string[]) => ({ $ref: `#/${path.join('/')}` });
const tag = (app: string) => [app, { name: app }] as const;

function channel({ name, partitions, config }: ReturnType<typeof topicSettings>[number]): JsonObject {
  const { 'cleanup.policy': policy, ...numbers } = config;
  const limits = Object.entries(numbers).map(([setting, value]) => [setting, Number(value)] as const);
  const topicConfiguration = { 'cleanup.policy': [policy], ...Object.fromEntries(limits) };
  return {
    address: name,
    messages: { message: ref('components', 'messages', name) },
    bindings: { kafka: { partitions, topicConfiguration, bindingVersion } },
  };
}

const messages = (flow: Flow): [string, JsonObject][] => [
  [flow.topic.name, describeMessage(flow)],
  [deadLetterTopic(flow.topic.name), describeDeadLetter(flow)],
];

function operations({ topic: { name, retention }, producer, consumers }: Flow): [string, JsonObject][] {
  const about = { channel: ref('channels', name), messages: [ref('channels', name, 'messages', 'message')] };
  const of = (app: string) => ({ ...about, tags: [ref('components', 'tags', app)] });
  return [
    [`${producer}.tell.${name}`, { action: 'send', ...of(producer) }],
    ...consumers.map((group): [string, JsonObject] => [
      group,
      {
        action: 'receive',
        ...of(group.split('.')[0] ?? ''),
        bindings: { kafka: { groupId: groupId(group, retention), bindingVersion } },
      },
    ]),
  ];
}

/** States are for every process: each is a group of its own. */
const groupId = (group: string, retention: Flow['topic']['retention']): JsonObject =>
  retention === 'compact'
    ? { type: 'string', pattern: `^${group.replaceAll('.', '\\.')}\\.` }
    : { type: 'string', enum: [group] };
