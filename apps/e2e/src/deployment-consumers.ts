import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as topics from '@tributary/contracts/topics';
import { repository } from './kubernetes-tools.js';

/** A consumer group of an app and the topic whose messages its members share. */
export interface SharedConsumer {
  group: string;
  topic: string;
}

const declaration = /@Consume\((\w+), \{\s+group: '([^']+)'([^}]*)\}\)/g;

/**
 * The groups whose members share a topic's messages, as the app's handlers declare them. Of a broadcast group every
 * process is a group of its own: nothing is shared, so that more processes would have no less to do.
 */
export function sharedConsumersOf(app: string): SharedConsumer[] {
  const source = handlersOf(app);
  const declared = [...source.matchAll(declaration)];
  // One that is written otherwise must not go unseen.
  if (declared.length !== source.split('@Consume(').length - 1) throw new Error(`${app} declares a consumer otherwise`);
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
  if (!found || Array.isArray(found)) throw new Error(`${constant} is no topic`);
  return found.name;
}
