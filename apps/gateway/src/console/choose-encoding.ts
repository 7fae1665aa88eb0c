/** Encodings of the built files, the preferred one first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * The encoding of an answer: the preferred one of those that the file has and the client accepts (RFC 9110 §12.5.3).
 * Identity if there is none, because the answer is then still readable.
 *
 * @param accepted value of `Accept-Encoding`
 */
export function chooseEncoding(accepted: string | undefined, offered: { has: (encoding: Encoding) => boolean }) {
  const weights = readWeights(accepted ?? '');
  const isAccepted = (encoding: Encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return encodings.find((encoding) => offered.has(encoding) && isAccepted(encoding)) ?? 'identity';
}

/** Whether `Accept` names HTML, as a browser does that opens a page. `*` alone does not: scripts send it. */
export const asksForHtml = (accepted: string | undefined): boolean =>
  (readWeights(accepted ?? '').get('text/html') ?? 0) > 0;

/** Whether `Accept` admits HTML, by its name or as any type. Absent, it admits every type (RFC 9110 §12.5.1). */
export function acceptsHtml(accepted: string | undefined): boolean {
  const weights = readWeights(accepted?.trim() || '*/*');
  return (weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0) > 0;
}

/** The members of a list with weights: `br;q=0.5, gzip` is br → 0.5, gzip → 1. */
function readWeights(list: string): Map<string, number> {
  const members = list.split(',').map((member) => {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return [name, weight === undefined ? 1 : Number(weight) || 0] as const;
  });
  return new Map(members);
}
