import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { topicCatalog } from '@tributary/contracts/topics/topic-catalog';
import { installedTools } from '@tributary/testing/installed-tools';
import { asyncApiDocument } from './asyncapi.js';
import type { JsonObject } from '@tributary/contracts/rules/json/json-object';

/** AsyncAPI's own. */
interface Parser {
  validate: (document: string) => Promise<{ code: string | number; path: (string | number)[]; message: string }[]>;
}
let parser: Parser;

beforeAll(async () => {
  const manifest = path.join(await installedTools('api-linters'), 'package.json');
  const { Parser } = createRequire(manifest)('@asyncapi/parser') as { Parser: new () => Parser };
  parser = new Parser();
});

/** All findings of the parser, hints included. */
async function findings(document: JsonObject): Promise<string[]> {
  const found = await parser.validate(JSON.stringify(document));
  return found.map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`);
}

/** A copy of the document that a test may change. */
interface Document extends JsonObject {
  channels: Record<string, { messages: { message: { $ref: string } } }>;
  operations: Record<string, { action: string; messages: { $ref: string }[] }>;
}
const aDocument = (): Document => JSON.parse(JSON.stringify(asyncApiDocument(topicCatalog))) as Document;

it('The description of the topics is valid AsyncAPI 3, without findings', async () => {
  expect(await findings(aDocument())).toEqual([]);
});

describe('the validation by AsyncAPI’s parser', () => {
  it.each<[string, (document: Document) => void]>([
    ['a broken reference', ({ channels }) => breakReference(channels)],
    ['an unknown action', ({ operations }) => void (firstOf(operations).action = 'forward')],
    ['a message of another channel', ({ operations }) => swapMessage(operations)],
  ])('finds %s', async (_case, change) => {
    const document = aDocument();
    change(document);
    expect(await findings(document)).not.toEqual([]);
  });
});

function firstOf<Value>(record: Record<string, Value>): Value {
  const [first] = Object.values(record);
  if (first === undefined) throw new Error('the record is empty');
  return first;
}
const breakReference = (channels: Document['channels']) =>
  void (firstOf(channels).messages.message.$ref = '#/components/messages/none');
function swapMessage(operations: Document['operations']): void {
  const last = Object.values(operations).at(-1);
  if (last) firstOf(operations).messages = last.messages;
}
