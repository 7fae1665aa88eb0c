/** The strong validator (RFC 9110 §8.8.3) of what an id or a digest stands for. */
export const entityTag = (id: string) => `"${id}"`;

/**
 * Whether `If-Match` or `If-None-Match`, as node gives it (several tags are one text), names the tag of `id`: as `*`, or
 * among others, `"17", W/"18"`; a tag without its quotes is understood too.
 */
export const namesTag = (tags: string, id: string, { weak }: { weak: boolean }): boolean =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag === id || tag === entityTag(id) || (weak && tag === `W/${entityTag(id)}`));

/** True when the client has it already. A weak tag is as good here: equal ids are equal bytes. */
export const isUnchanged = ({ 'if-none-match': tags }: { 'if-none-match'?: string }, id: string): boolean =>
  tags !== undefined && namesTag(tags, id, { weak: true });
