import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as topics from '@tributary/contracts/topics/topics';
import { repository } from './kubernetes-tools.js';

/** A consumer group of an app, and the topic whose partitions its members share. */
export interface SharedConsumer {
  group: string;
  topic: string;
}

const declaration = /@Consume\((\w+), \{\s+group: '([^']+)'([^}]*)\}\)/g;

/**
 * The consumer groups of an app whose members share partitions, read from its handlers. It omits broadcast consumers: each
 * process reads all of their messages, so further processes would not reduce the load.
 */
export function sharedConsumersOf(app: string): SharedConsumer[] {
  const source = handlersOf(app);
  const declared = [...source.matchAll(declaration)];
  // A declaration in another form would be missed without an error.
  if (declared.length !== source.split('@Consume(').length - 1)
    throw new Error(`${app} has a @Consume declaration in an unexpected form`);
  return declared
    .filter(([, , , options]) => !options?.includes('broadcast: true'))
    .map(([, constant = '', group = '']) => ({ group, topic: topicNamed(constant) }));
}

function handlersOf(app: string): string {
  const source = path.join(repository, 'apps', app, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => readFileSync(path.join(source, file), 'utf8')).join('\n');
}

function topicNamed(constant: string): string {
  const found = Object.entries(topics).find(([name]) => name === constant)?.[1];
  if (!found || Array.isArray(found)) throw new Error(`${constant} is not a topic`);
  return found.name;
}
