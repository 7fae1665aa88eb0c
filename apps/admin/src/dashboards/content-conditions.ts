import { preconditionFailed } from '@tributary/contracts/errors';

/** The conditional headers of a request (RFC 9110 §13), as node gives them: several tags are one text. */
export interface Conditions {
  'if-match'?: string;
  'if-none-match'?: string;
}

/** The validator of a content is its id: a content never changes. */
export const entityTag = (id: string) => `"${id}"`;

/** True when the client has this content already. A weak tag is as good here: equal ids are equal bytes. */
export const isUnchanged = ({ 'if-none-match': tags }: Conditions, id: string): boolean =>
  tags !== undefined && names(tags, id, { weak: true });

/**
 * Whether a content may be replaced, `current` being undefined where there is none yet.
 * @throws 412, which tells the current id
 */
export function assertReplaceable(conditions: Conditions, current: string | undefined): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = conditions;
  const isStale = wanted !== undefined && !(current !== undefined && names(wanted, current, { weak: false }));
  const isUnwanted = unwanted !== undefined && current !== undefined && names(unwanted, current, { weak: true });
  if (isStale || isUnwanted)
    throw preconditionFailed(current === undefined ? 'there is no content yet' : `the current content is "${current}"`);
}

/** `*`, or one of the tags, `"17", W/"18"`; a tag without its quotes is understood too. */
const names = (tags: string, id: string, { weak }: { weak: boolean }): boolean =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag === id || tag === entityTag(id) || (weak && tag === `W/${entityTag(id)}`));
