import { CompartmentInput } from '@tributary/contracts/tracking/compartment';
import { parseOrThrow } from '@tributary/http/parse';
import { isLosslessNumber } from 'lossless-json';
import { parseJsonObject } from '../profiles/json-value.js';

/**
 * A new compartment, whose id may be sent as an integer.
 *
 * @param bodyText the body as sent: an integer beyond 2^53 keeps its digits only there
 * @throws BAD_REQUEST_DATA naming the field
 */
export function readCompartment(body: unknown, bodyText: string): CompartmentInput {
  const id = (body as { compartment_id?: unknown } | null | undefined)?.compartment_id;
  return parseOrThrow(
    CompartmentInput,
    Number.isInteger(id) ? { ...(body as object), compartment_id: decimalText(id as number, bodyText) } : body,
  );
}

function decimalText(id: number, bodyText: string): string {
  const { compartment_id: sent } = parseJsonObject(bodyText);
  const text = isLosslessNumber(sent) ? sent.value : '';
  // `1e3` and `7.0` are integers, too.
  return /^-?\d+$/.test(text) && text !== '-0' ? text : BigInt(id).toString();
}
