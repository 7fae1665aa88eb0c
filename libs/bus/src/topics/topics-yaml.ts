import type { AnyTopic } from '../messages/consume.js';
import { topicSettings } from './topic-settings.js';

/** `deploy/topics.yaml`: the topics to create, for operators who do not use `createTopics`. */
export function topicsYaml(topics: Pick<AnyTopic, 'name' | 'partitions' | 'retention'>[]): string {
  const entries = topicSettings(topics).map(({ name, partitions, config }) => {
    const settings = Object.entries(config).map(([key, value]) => `      ${key}: '${value}'`);
    return [`  - name: ${name}`, `    partitions: ${partitions}`, '    config:', ...settings].join('\n');
  });
  return [
    '# Generated from libs/contracts/src/topics/topics.ts; a test compares. The replication factor depends on the cluster:',
    "# use 3 in production. From 2 on, set min.insync.replicas to '2'.",
    'topics:',
    ...entries,
    '',
  ].join('\n');
}
