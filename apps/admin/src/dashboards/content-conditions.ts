import { preconditionFailed } from '@tributary/contracts/errors';
import { namesTag } from '@tributary/http/entity-tag';

/** The conditional headers of a request (RFC 9110 §13). Node joins several tags into one string. */
export interface Conditions {
  'if-match'?: string;
  'if-none-match'?: string;
}

/**
 * Checks the conditions for replacing a content.
 *
 * @param current id of the current content; undefined if there is none yet
 * @throws 412 with the current id in the message
 */
export function assertReplaceable(conditions: Conditions, current: string | undefined): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = conditions;
  const isStale = wanted !== undefined && !(current !== undefined && namesTag(wanted, current, { weak: false }));
  const isUnwanted = unwanted !== undefined && current !== undefined && namesTag(unwanted, current, { weak: true });
  if (isStale || isUnwanted)
    throw preconditionFailed(current === undefined ? 'there is no content yet' : `the current content is "${current}"`);
}
