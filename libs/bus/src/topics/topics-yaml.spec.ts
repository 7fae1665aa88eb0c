import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { topics } from '@tributary/contracts/topics/topic-catalog';
import { topicsYaml } from './topics-yaml.js';

const file = path.join(import.meta.dirname, '../../../../deploy/topics.yaml');

describe('deploy/topics.yaml', () => {
  it('is what `admin topics-yaml` prints', () => {
    expect(readFileSync(file, 'utf8')).toBe(topicsYaml(topics));
  });

  it('lists topics with retention and compacted ones, each with a dead-letter topic', () => {
    expect(
      topicsYaml([
        { name: 'b.retained.v1', partitions: 3, retention: { days: 2 } },
        { name: 'a.latest.v1', partitions: 1, retention: 'compact' },
      ]),
    ).toContain(`topics:
  - name: a.latest.v1
    partitions: 1
    config:
      cleanup.policy: 'compact'
      delete.retention.ms: '604800000'
      max.message.bytes: '4194304'
  - name: a.latest.v1.dlq
    partitions: 1
    config:
      cleanup.policy: 'delete'
      retention.ms: '2592000000'
      max.message.bytes: '5242880'
  - name: b.retained.v1
    partitions: 3
    config:
      cleanup.policy: 'delete'
      retention.ms: '172800000'
      max.message.bytes: '4194304'
`);
  });
});
