import { deadLetterTopic } from '@tributary/contracts/topics/topic';
import { suspectGroup } from '../suspects/suspect-log.js';
import { appNames, type AppName, type TopicDescription } from '@tributary/contracts/topics/topic-description';

/** A right of a Kafka user. Every right that no ACL grants is denied. */
export interface Acl {
  user: string;
  resource: 'topic' | 'group';
  name: string;
  pattern: 'literal' | 'prefixed';
  /** Read and Write include Describe. */
  operations: ('Create' | 'Describe' | 'Read' | 'Write')[];
}

/** The user of an app's processes. */
export const userOf = (app: AppName) => `tributary-${app}`;
/** The user of the commands of operators: `admin topics`, `rewind`, `republish` and `restore`, and `dlq`. */
export const operatorUser = 'tributary-operator';
/** The user with which KEDA reads the lag. */
export const scalerUser = 'tributary-keda';

type Catalog = Pick<TopicDescription, 'topic' | 'producers' | 'consumers' | 'followers'>[];

/** The rights of all users of the product: what their processes do, and no more. */
export function acls(catalog: Catalog): Acl[] {
  return [...appNames.flatMap((app) => appAcls(app, catalog)), ...operatorAcls(catalog), ...scalerAcls(catalog)];
}

/**
 * An app writes what it produces. It reads what it consumes, commits its groups, and writes their dead letters. It reads
 * what it follows, without a group. It marks which of its own batches blocked the thread.
 */
function appAcls(app: AppName, catalog: Catalog): Acl[] {
  const user = userOf(app);
  const ofTopics = catalog.flatMap((description) => {
    const { topic, producers, consumers, followers = [] } = description;
    const isOwn = (group: string) => group.startsWith(`${app}.`);
    const groups = groupsOf(description).filter(({ name }) => isOwn(name));
    const [produces, consumes] = [producers.includes(app), consumers.some(isOwn)];
    const follows = followers.includes(app) && !consumes;
    return [
      ...(produces ? [topicAcl(user, topic.name, 'Write')] : []),
      ...(consumes ? [topicAcl(user, topic.name, 'Read'), topicAcl(user, deadLetterTopic(topic.name), 'Write')] : []),
      ...(follows ? [topicAcl(user, topic.name, 'Read')] : []),
      ...groups.map((group): Acl => ({ user, ...group, operations: ['Read'] })),
    ];
  });
  return [...ofTopics, groupsBelow(user, suspectGroup(`${app}.`))];
}

/** The commands create topics, read and replay dead letters, correct access, and set groups back. */
function operatorAcls(catalog: Catalog): Acl[] {
  const user = operatorUser;
  return [
    ...catalog.flatMap((description) => [
      topicAcl(user, description.topic.name, 'Create', 'Read', 'Write'),
      topicAcl(user, deadLetterTopic(description.topic.name), 'Create', 'Read', 'Write'),
      ...groupsOf(description).map((group): Acl => ({ user, ...group, operations: ['Read'] })),
    ]),
    // The groups of `KafkaTopicReader`.
    groupsBelow(user, 'read.'),
  ];
}

const groupsBelow = (user: string, name: string): Acl => ({
  user,
  resource: 'group',
  name,
  pattern: 'prefixed',
  operations: ['Read'],
});

/** Only groups whose members share a topic are scaled by their lag. */
function scalerAcls(catalog: Catalog): Acl[] {
  const shared = catalog.filter((description) => groupsOf(description).length > 0);
  return shared.flatMap((description) => [
    topicAcl(scalerUser, description.topic.name, 'Describe'),
    ...groupsOf(description).map((group): Acl => ({ user: scalerUser, ...group, operations: ['Describe'] })),
  ]);
}

/** Each process reads all states of a compacted topic, without a group. */
function groupsOf({ topic, consumers }: Catalog[number]): Pick<Acl, 'resource' | 'name' | 'pattern'>[] {
  if (topic.retention === 'compact') return [];
  return consumers.map((name) => ({ resource: 'group', name, pattern: 'literal' }));
}

function topicAcl(user: string, name: string, ...operations: Acl['operations']): Acl {
  return { user, resource: 'topic', name, pattern: 'literal', operations };
}
