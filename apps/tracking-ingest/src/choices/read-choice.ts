import { choiceFields } from '@tributary/contracts/tracking/user-choice';
import { writeTime } from '@tributary/contracts/tracking/write-time';
import { isLosslessNumber } from 'lossless-json';
import { int64Text } from '../int64.js';
import { textOrDigits, without, writeJson, type JsonObject, type JsonValue } from '../profiles/json-value.js';
import type { ChoiceWrite } from './write-choices.js';

/** The choice in a valid body, or in the properties of an event. `ts` is the default of its time, decimal text. */
export function readChoice(
  body: JsonObject,
  { ts, received_ts }: { ts: string; received_ts: number },
): Pick<ChoiceWrite, 'choice_ts' | 'choice_acceptance_value' | 'custom'> {
  return {
    choice_ts: String(writeTime(int64(body.$choice_ts) ?? ts, received_ts)),
    choice_acceptance_value: body.$choice_acceptance_value === true,
    custom: writeJson(without(body, choiceFields)),
  };
}

/** Milliseconds as decimal text, exact for integers and decimal texts; undefined for any other value. */
export function int64(value: JsonValue | undefined): string | undefined {
  const digits = textOrDigits(value);
  if (digits !== undefined) return /^\d+$/.test(digits) ? int64Text(BigInt(digits)) : undefined;
  return isLosslessNumber(value) ? int64Text(BigInt(Math.trunc(Number(value.value)))) : undefined;
}
