import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appNames, type AppName } from '@tributary/contracts/flow';
import { flows } from '@tributary/contracts/flows';
import * as contracts from '@tributary/contracts/topics';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

const topicsByConstant = new Map(
  Object.entries(contracts).flatMap(([constant, topic]) => ('name' in topic ? [[constant, topic.name] as const] : [])),
);

/** What an app does with a topic beside publishing to it. */
const otherUses = [/^import [^;]*;$/gm, /@Consume\(\w+/g, /\b\w+\.name\b/g, /\b(isEmpty|onDeadLetters)\(\w+/g];

function producedBy(app: AppName): string[] {
  const directory = path.join(import.meta.dirname, '../..', app, 'src');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return producedIn(sources.map((file) => readFileSync(path.join(directory, file), 'utf8')).join('\n'));
}

function producedIn(source: string): string[] {
  const rest = otherUses.reduce((text, use) => text.replaceAll(use, ''), source);
  const words = new Set(rest.match(/\w+/g));
  return [...topicsByConstant].filter(([constant]) => words.has(constant)).map(([, name]) => name);
}

describe('who tells what', () => {
  it.each(appNames)('%s, as its source says and the documentation', (app) => {
    const documented = flows.filter(({ producer }) => producer === app).map(({ topic }) => topic.name);
    expect(producedBy(app).sort()).toEqual(documented.sort());
  });

  it.each([
    ['a publication', 'await this.publisher.publish(chunkParsed, messages);', ['imports.chunk-parsed.v1']],
    ['an outbox', 'outboxProviders({ topics: [chunkParsed] })', ['imports.chunk-parsed.v1']],
    ['a handler', '@Consume(chunkParsed, { group })', []],
    ['an import', "import {\n  chunkParsed,\n} from '@tributary/contracts/topics';", []],
    ['a question', 'publisher.isEmpty(chunkParsed) || chunkParsed.name', []],
  ])('is read from %s as it should', (_case, source, expected) => expect(producedIn(source)).toEqual(expected));
});

describe('who listens to what', () => {
  let product: BootedStandalone;
  beforeAll(async () => void (product = await bootStandalone()), 120_000);
  afterAll(() => product.stop());

  it('is what the handlers of all apps have registered', () => {
    const registered = product.consumers.map(({ topic, group }) => `${topic.name} as ${group}`);
    const documented = flows.flatMap(({ topic, consumers }) => consumers.map((group) => `${topic.name} as ${group}`));
    expect(registered.sort()).toEqual(documented.sort());
  });

  it('is every process of an app where the topic holds states, and one process else', () => {
    for (const { topic, broadcast } of product.consumers)
      expect([topic.name, broadcast]).toEqual([topic.name, topic.retention === 'compact']);
  });
});
