import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { flagBot } from './bot-flag.js';

const flagged = (text: string, isBot: boolean) => flagBot({ value: JSON.parse(text) as object, text }, isBot);

describe('the flag of bots', () => {
  it.each([
    ['{"$type":"x"}', '{"$type":"x"}', '{"$type":"x","$is_bot":true}'],
    ['{"n": 1.0 }\n', '{"n": 1.0 }\n', '{"n": 1.0 ,"$is_bot":true}'],
    ['{"$is_bot":true,"n":1.0}', '{"n":1.0}', '{"n":1.0,"$is_bot":true}'],
    ['{"n":1,"\\u0024is_bot":false,"$is_bot":null}', '{"n":1}', '{"n":1,"$is_bot":true}'],
    ['{"a":{"$is_bot":true}}', '{"a":{"$is_bot":true}}', '{"a":{"$is_bot":true},"$is_bot":true}'],
  ])('in %s', (sent, ofPeople, ofBots) => {
    expect(flagged(sent, false)).toBe(ofPeople);
    expect(flagged(sent, true)).toBe(ofBots);
  });

  it('is the only field that changes, also if the client sends one of its name', () =>
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.option(fc.jsonValue(), { nil: undefined }),
        fc.boolean(),
        (fields, $is_bot, isBot) => {
          const sent = JSON.stringify({ $type: 'x', $is_bot, ...fields });
          const { $is_bot: _own, ...others } = JSON.parse(sent) as Record<string, unknown>;
          expect(JSON.parse(flagged(sent, isBot))).toEqual({ ...others, ...(isBot && { $is_bot: true }) });
        },
      ),
    ));
});
