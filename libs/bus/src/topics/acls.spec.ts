import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { topicCatalog } from '@tributary/contracts/topics/topic-catalog';
import { appNames } from '@tributary/contracts/topics/topic-description';
import { acls, operatorUser, userOf } from './acls.js';
import { aclsYaml } from './acls-yaml.js';

const file = path.join(import.meta.dirname, '../../../../deploy/kafka-acls.yaml');
const all = acls(topicCatalog);
const holders = (name: string, operation: 'Read' | 'Write' | 'Create') =>
  [
    ...new Set(all.filter((acl) => acl.name === name && acl.operations.includes(operation)).map(({ user }) => user)),
  ].sort();

describe('deploy/kafka-acls.yaml', () => {
  it('is what `admin acls-yaml` prints', () => {
    expect(readFileSync(file, 'utf8')).toBe(aclsYaml(all));
  });
});

describe('the ACLs', () => {
  it.each(
    topicCatalog.map(
      ({ topic, producers, consumers, followers = [] }) => [topic.name, producers, consumers, followers] as const,
    ),
  )(
    'of %s let only its producers write it, only its consumers and followers read it, and the operator both',
    (name, producers, consumers, followers) => {
      const readers = consumers.map((group) => `tributary-${group.split('.')[0]}`);
      expect(holders(name, 'Write')).toEqual([operatorUser, ...producers.map(userOf)].sort());
      expect(holders(name, 'Read')).toEqual([...new Set([operatorUser, ...readers, ...followers.map(userOf)])].sort());
      expect(holders(name, 'Create')).toEqual([operatorUser]);
      expect(holders(`${name}.dlq`, 'Write')).toEqual([...new Set([operatorUser, ...readers])].sort());
      expect(holders(`${name}.dlq`, 'Read')).toEqual([operatorUser]);
    },
  );

  it('give each user only groups of its own app, except the operator and KEDA', () => {
    const groups = all.filter(({ resource, user }) => resource === 'group' && !/operator|keda/.test(user));
    expect(groups.length).toBeGreaterThan(10);
    for (const { user, name } of groups)
      expect(`tributary-${name.replace(/^suspects\./, '')}`).toMatch(new RegExp(`^${user}\\.`));
  });

  it('give no group to those who read compacted topics', () => {
    for (const { topic, consumers } of topicCatalog)
      for (const group of consumers)
        expect(all.some(({ resource, name }) => resource === 'group' && name.startsWith(group))).toBe(
          topic.retention !== 'compact',
        );
  });

  it.each(appNames)('let only %s mark which of its batches blocked the thread', (app) => {
    expect(holders(`suspects.${app}.`, 'Read')).toEqual([userOf(app)]);
  });

  it('give no user a right to the cluster, or to names that only begin like one of a topic', () => {
    expect(new Set(all.map(({ resource }) => resource))).toEqual(new Set(['topic', 'group']));
    expect(all.filter(({ resource, pattern }) => resource === 'topic' && pattern === 'prefixed')).toEqual([]);
  });
});
