import type { JsonObject } from '@tributary/contracts/rules/json/json-object';
import { appNames, type TopicDescription } from '@tributary/contracts/topics/topic-description';
import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import {
  bindingVersion,
  bundleOf,
  describeBundle,
  describeDeadLetter,
  describeMessage,
  headerSchemas,
} from './asyncapi-messages.js';
import { topicSettings } from './topic-settings.js';

const info = {
  title: 'Tributary: messages between its apps',
  version: '1.0.0',
  description:
    'Kafka topics. Delivery is at least once and in order per key; consumers act once per `ce_id`. Within a version of a ' +
    'topic, fields are only added, and added fields are optional. Generated from the code; a test compares.',
};

const servers = { kafka: { host: 'localhost:9092', protocol: 'kafka', description: 'The brokers of KAFKA_BROKERS.' } };

/** The AsyncAPI 3 document of all topics, from the schemas with which consumers validate messages. */
export function asyncApiDocument(catalog: TopicDescription[]): JsonObject {
  const channels: JsonObject = {};
  const bundled = new Set(catalog.filter(({ topic }) => topic.bundled).map(({ topic }) => topic.name));
  for (const settings of topicSettings(catalog.map(({ topic }) => topic)))
    channels[settings.name] = channel(settings, bundled.has(settings.name));
  return {
    asyncapi: '3.1.0',
    info,
    defaultContentType: 'application/json',
    servers,
    channels,
    operations: Object.fromEntries(catalog.flatMap(operations)),
    components: {
      messages: Object.fromEntries(catalog.flatMap(messages)),
      schemas: headerSchemas,
      tags: Object.fromEntries(appNames.map(tag)),
    },
  };
}

const ref = (...path: string[]) => ({ $ref: `#/${path.join('/')}` });
const tag = (app: string) => [app, { name: app }] as const;

function channel(
  { name, partitions, config }: ReturnType<typeof topicSettings>[number],
  isBundled: boolean,
): JsonObject {
  const { 'cleanup.policy': policy, ...numbers } = config;
  const limits = Object.entries(numbers).map(([setting, value]) => [setting, Number(value)] as const);
  const topicConfiguration = { 'cleanup.policy': [policy], ...Object.fromEntries(limits) };
  const messages: JsonObject = { message: ref('components', 'messages', name) };
  if (isBundled) messages['bundle'] = ref('components', 'messages', bundleOf(name));
  return { address: name, messages, bindings: { kafka: { partitions, topicConfiguration, bindingVersion } } };
}

function messages(description: TopicDescription): [string, JsonObject][] {
  const { name, bundled } = description.topic;
  const described: [string, JsonObject][] = [[name, describeMessage(description)]];
  if (bundled) described.push([bundleOf(name), describeBundle(description)]);
  return [...described, [deadLetterTopic(name), describeDeadLetter(description)]];
}

function operations({ topic, producers, consumers, followers = [] }: TopicDescription): [string, JsonObject][] {
  const { name, retention, bundled } = topic;
  const kinds = bundled ? ['message', 'bundle'] : ['message'];
  const common = {
    channel: ref('channels', name),
    messages: kinds.map((kind) => ref('channels', name, 'messages', kind)),
  };
  const operationOf = (app: string) => ({ ...common, tags: [ref('components', 'tags', app)] });
  return [
    ...producers.map((app): [string, JsonObject] => [`${app}.send.${name}`, { action: 'send', ...operationOf(app) }]),
    ...consumers.map((group): [string, JsonObject] => [
      group,
      {
        action: 'receive',
        ...operationOf(group.split('.')[0] ?? ''),
        ...(retention === 'compact' ? { summary: fromTheStart } : { bindings: { kafka: bindingOf(group) } }),
      },
    ]),
    ...followers.map((app): [string, JsonObject] => [
      `${app}.follow.${name}`,
      {
        action: 'receive',
        summary: 'While a client looks: from the end of the topic, without a group.',
        ...operationOf(app),
      },
    ]),
  ];
}

const fromTheStart = 'Each process reads all states from the start of the topic, and later ones, without a group.';
const bindingOf = (group: string): JsonObject => ({ groupId: { type: 'string', enum: [group] }, bindingVersion });
