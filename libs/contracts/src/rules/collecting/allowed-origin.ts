/** Any page, also one without an origin of its own (`Origin: null`). */
export const anyOrigin = '*';
const form = /^(https?):\/\/([^\s/?#@:\\[\]*%]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Hosts of the machine of a developer, whose pages may come without TLS. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

export const allowedOriginRule = 'must be https://host[:port], http://localhost[:port] or *, without a path';

/** An origin as it is compared: in lower case, without the default port. Undefined for what is not an origin of HTTP. */
export function comparableOrigin(text: string): URL | undefined {
  if (!form.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

/** An origin that a collect key may allow, in the form in which it is stored. Undefined: it may not. */
export function allowedOrigin(text: string): string | undefined {
  if (text === anyOrigin) return text;
  const url = comparableOrigin(text);
  return url && (url.protocol === 'https:' || localHosts.has(url.hostname)) ? url.origin : undefined;
}
