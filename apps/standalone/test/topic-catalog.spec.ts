import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appNames, type AppName } from '@tributary/contracts/topics/topic-description';
import { topicCatalog } from '@tributary/contracts/topics/topic-catalog';
import * as contracts from '@tributary/contracts/topics/topics';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

const topicsByConstant = new Map(
  Object.entries(contracts).flatMap(([constant, topic]) => ('name' in topic ? [[constant, topic.name] as const] : [])),
);

/** Uses of a topic other than publishing to it, and methods that are named after one. */
const otherUses = [
  /^import [^;]*;$/gm,
  /@Consume\(\w+/g,
  /\btopicFollower\(\w+,\s*\w+/g,
  /\b\w+\.(name|partitions)\b/g,
  /\b(isEmpty|onDeadLetters)\(\w+/g,
  /(\.|\basync )\w+\(/g,
];

function producedBy(app: AppName): string[] {
  const directory = path.join(import.meta.dirname, '../..', app, 'src');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return producedIn(sources.map((file) => readFileSync(path.join(directory, file), 'utf8')).join('\n'));
}

function producedIn(source: string): string[] {
  const rest = otherUses.reduce((text, use) => text.replaceAll(use, ' '), source);
  const words = new Set(rest.match(/\w+/g));
  return [...topicsByConstant].filter(([constant]) => words.has(constant)).map(([, name]) => name);
}

describe('the producers of each topic', () => {
  it.each(appNames)('%s publishes in its source the topics that the catalog lists for it', (app) => {
    const documented = topicCatalog.filter(({ producers }) => producers.includes(app)).map(({ topic }) => topic.name);
    // A command of admin, run as the operator, asks for a backfill after a restore.
    const ofOperators = app === 'admin' ? [contracts.backfillRequested.name] : [];
    expect(producedBy(app).sort()).toEqual([...documented, ...ofOperators].sort());
  });

  it.each([
    ['a published topic', 'await this.publisher.publish(chunkParsed, messages);', ['imports.chunk-parsed.v1']],
    ['an outbox', 'outboxProviders({ topics: [chunkParsed] })', ['imports.chunk-parsed.v1']],
    ['a handler', '@Consume(chunkParsed, { group })', []],
    ['a follower', 'topicFollower(Chunks, chunkParsed, { group })', []],
    ['an import', "import {\n  chunkParsed,\n} from '@tributary/contracts/topics/topics';", []],
    ['a method of that name', 'async chunkParsed() {}\nawait events.chunkParsed();', []],
    ['a query about the topic', 'publisher.isEmpty(chunkParsed) || chunkParsed.name', []],
  ])('is detected correctly in %s', (_case, source, expected) => expect(producedIn(source)).toEqual(expected));
});

describe('the consumers of each topic', () => {
  let product: BootedStandalone;
  beforeAll(async () => void (product = await bootStandalone()));
  afterAll(() => product.stop());

  it('are those that the handlers of all apps have registered', () => {
    const registered = product.consumers.map(({ topic, group }) => `${topic.name} as ${group}`);
    const documented = topicCatalog.flatMap(({ topic, consumers }) =>
      consumers.map((group) => `${topic.name} as ${group}`),
    );
    expect(registered.sort()).toEqual(documented.sort());
  });

  it('are every process of an app for compacted topics, otherwise one process', () => {
    for (const { topic, broadcast } of product.consumers)
      expect([topic.name, broadcast]).toEqual([topic.name, topic.retention === 'compact']);
  });
});
