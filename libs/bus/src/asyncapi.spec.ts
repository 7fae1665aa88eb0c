import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Parser } from '@asyncapi/parser';
import { describe, expect, it } from '@jest/globals';
import type { Flow } from '@tributary/contracts/flow';
import { flows } from '@tributary/contracts/flows';
import { topics } from '@tributary/contracts/topics';
import { Ajv } from 'ajv';
import { asyncApiDocument, type JsonObject } from './asyncapi.js';

const file = path.join(import.meta.dirname, '../../../docs/asyncapi.json');
/** The parser takes seconds, on a busy machine many. */
const parserMs = 120_000;

/** What AsyncAPI's own parser has to say, down to hints. */
async function findings(document: JsonObject): Promise<string[]> {
  const found = await new Parser().validate(JSON.stringify(document));
  return found.map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`);
}

/** A copy of the document that a test may spoil. */
interface Document extends JsonObject {
  channels: Record<string, { messages: { message: { $ref: string } } }>;
  operations: Record<string, { action: string; messages: { $ref: string }[] }>;
  components: { messages: Record<string, { payload: JsonObject }> };
}
const aDocument = (): Document => JSON.parse(JSON.stringify(asyncApiDocument(flows))) as Document;

describe('docs/asyncapi.json', () => {
  it('is what `admin asyncapi` prints of the topics of the contracts', () => {
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(asyncApiDocument(flows), null, 2)}\n`);
  });

  it('describes every topic once, and its dead letters', () => {
    const names = topics.map(({ name }) => name).sort();
    expect(flows.map(({ topic }) => topic.name).sort()).toEqual(names);
    expect(Object.keys(aDocument().channels).sort()).toEqual(names.flatMap((name) => [name, `${name}.dlq`]).sort());
  });

  it('is AsyncAPI 3 without a flaw', async () => expect(await findings(aDocument())).toEqual([]), parserMs);
});

describe('the check by AsyncAPI’s parser', () => {
  it.each<[string, (document: Document) => void]>([
    ['a reference into nothing', ({ channels }) => spoilReference(channels)],
    ['an action that there is not', ({ operations }) => void (firstOf(operations).action = 'forward')],
    ['a message of another channel', ({ operations }) => spoilMessage(operations)],
  ])(
    'finds %s',
    async (_case, spoil) => {
      const document = aDocument();
      spoil(document);
      expect(await findings(document)).not.toEqual([]);
    },
    parserMs,
  );
});

function firstOf<Value>(record: Record<string, Value>): Value {
  const [first] = Object.values(record);
  if (first === undefined) throw new Error('there is none');
  return first;
}
const spoilReference = (channels: Document['channels']) =>
  void (firstOf(channels).messages.message.$ref = '#/components/messages/none');
function spoilMessage(operations: Document['operations']): void {
  const last = Object.values(operations).at(-1);
  if (last) firstOf(operations).messages = last.messages;
}

describe('an example', () => {
  const ajv = new Ajv();

  it.each(flows.map((flow) => [flow.topic.name, flow] as const))(
    'of %s is a message that consumers accept',
    (name, flow) => {
      const { payload } = aDocument().components.messages[name] ?? {};
      expect(flow.topic.schema.safeParse(flow.example.value)).toEqual({ success: true, data: flow.example.value });
      expect(ajv.validate(payload ?? false, flow.example.value)).toBe(true);
      // The documented schema is no blank cheque.
      expect(ajv.validate(payload ?? false, { odd: true })).toBe(false);
    },
  );
});

describe('a topic of states', () => {
  const states = (flow: Flow) => flow.topic.retention === 'compact';

  it('may end a key, any other may not', () => {
    const ajv = new Ajv();
    const { messages } = aDocument().components;
    for (const flow of flows)
      expect(ajv.validate(messages[flow.topic.name]?.payload ?? false, null)).toBe(states(flow));
    expect(flows.filter(states)).toHaveLength(2);
  });
});
