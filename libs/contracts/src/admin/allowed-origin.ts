import { z } from 'zod';

/** Any page, also one without an origin of its own (`Origin: null`). */
const anyOrigin = '*';
const form = /^(https?):\/\/([^\s/?#@:\\[\]*%]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Hosts of the machine of a developer, whose pages may come without TLS. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An origin as it is compared: in lower case, without the default port. Undefined for what is not an origin of HTTP. */
function comparable(text: string): URL | undefined {
  if (!form.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

/** An origin that a collect key may allow, in the form in which it is stored. */
export const AllowedOrigin = z
  .string()
  .transform((text, context) => {
    if (text === anyOrigin) return text;
    const url = comparable(text);
    if (url && (url.protocol === 'https:' || localHosts.has(url.hostname))) return url.origin;
    context.addIssue({
      code: 'custom',
      message: 'must be https://host[:port], http://localhost[:port] or *, without a path',
    });
    return z.NEVER;
  })
  .meta({ example: 'https://shop.example.com' });

/** Whether a page of this origin may use a key. @param origin the header of the browser */
export function allowsOrigin(allowed: { has(origin: string): boolean }, origin: string): boolean {
  return allowed.has(anyOrigin) || allowed.has(comparable(origin)?.origin ?? '');
}
