import { choiceFields } from '@tributary/contracts/user-choice';
import { isLosslessNumber } from 'lossless-json';
import { int64Text } from '../int64.js';
import { without, writeJson, type JsonObject, type JsonValue } from '../profiles/json-value.js';
import type { ChoiceWrite } from './write-choices.js';

/** What a body, or the properties of an event, say of a choice; they have been validated. `ts` stands in for its time. */
export function readChoice(
  body: JsonObject,
  ts: string,
): Pick<ChoiceWrite, 'choice_ts' | 'choice_acceptance_value' | 'custom'> {
  return {
    choice_ts: int64(body.$choice_ts) ?? ts,
    choice_acceptance_value: body.$choice_acceptance_value === true,
    custom: writeJson(without(body, choiceFields)),
  };
}

/** Milliseconds as decimal text, exact where they are written as an integer; undefined for what is no number. */
export function int64(value: JsonValue | undefined): string | undefined {
  if (!isLosslessNumber(value)) return undefined;
  return int64Text(/^\d+$/.test(value.value) ? BigInt(value.value) : BigInt(Math.trunc(Number(value.value))));
}
