import { preconditionFailed } from '@tributary/contracts/errors';
import { namesTag } from '@tributary/http/entity-tag';

/** The conditional headers of a request (RFC 9110 §13), as node gives them: several tags are one text. */
export interface Conditions {
  'if-match'?: string;
  'if-none-match'?: string;
}

/**
 * Whether a content may be replaced, `current` being undefined where there is none yet.
 * @throws 412, which tells the current id
 */
export function assertReplaceable(conditions: Conditions, current: string | undefined): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = conditions;
  const isStale = wanted !== undefined && !(current !== undefined && namesTag(wanted, current, { weak: false }));
  const isUnwanted = unwanted !== undefined && current !== undefined && namesTag(unwanted, current, { weak: true });
  if (isStale || isUnwanted)
    throw preconditionFailed(current === undefined ? 'there is no content yet' : `the current content is "${current}"`);
}
