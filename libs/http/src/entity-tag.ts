/** The strong entity tag (RFC 9110 §8.8.3) of the resource with this id or digest. */
export const entityTag = (id: string) => `"${id}"`;

/**
 * Whether the value of `If-Match` or `If-None-Match` contains the tag of `id`. Node joins several tags into one string
 * (`"17", W/"18"`). `*` matches every id, and a tag without quotes is accepted.
 */
export const namesTag = (tags: string, id: string, { weak }: { weak: boolean }): boolean =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag === id || tag === entityTag(id) || (weak && tag === `W/${entityTag(id)}`));

/** True if the client has the current version. Weak tags match as well: equal ids mean equal bytes. */
export const isUnchanged = ({ 'if-none-match': tags }: { 'if-none-match'?: string }, id: string): boolean =>
  tags !== undefined && namesTag(tags, id, { weak: true });
