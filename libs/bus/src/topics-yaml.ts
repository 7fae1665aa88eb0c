import type { AnyTopic } from './consume.js';
import { topicSettings } from './topic-settings.js';

/** `deploy/topics.yaml`: what an operator who makes topics otherwise than by `createTopics` must make. */
export function topicsYaml(topics: Pick<AnyTopic, 'name' | 'partitions' | 'retention'>[]): string {
  const entries = topicSettings(topics).map(({ name, partitions, config }) => {
    const settings = Object.entries(config).map(([key, value]) => `      ${key}: '${value}'`);
    return [`  - name: ${name}`, `    partitions: ${partitions}`, '    config:', ...settings].join('\n');
  });
  return [
    '# Generated from libs/contracts/src/topics.ts; a test compares. Replication is up to the cluster: 3 in production,',
    "# with min.insync.replicas '2'.",
    'topics:',
    ...entries,
    '',
  ].join('\n');
}
