import { CompartmentInput } from '@tributary/contracts/tracking/compartment';
import { parseOrThrow } from '@tributary/http/parse';
import { isLosslessNumber } from 'lossless-json';
import { parseJsonObject } from '../profiles/json-value.js';

/**
 * A new compartment, whose id may be sent as an integer of at least 0.
 *
 * @param bodyText the body as sent: an integer beyond 2^53 keeps its digits only there
 * @throws BAD_REQUEST_DATA naming the field
 */
export function readCompartment(body: unknown, bodyText: string): CompartmentInput {
  const id = (body as { compartment_id?: unknown } | null | undefined)?.compartment_id;
  if (typeof id !== 'number') return parseOrThrow(CompartmentInput, body);
  const { compartment_id: sent } = parseJsonObject(bodyText);
  const digits = isLosslessNumber(sent) && /^\d+$/.test(sent.value) ? sent.value : id;
  return parseOrThrow(CompartmentInput, { ...(body as object), compartment_id: digits });
}
