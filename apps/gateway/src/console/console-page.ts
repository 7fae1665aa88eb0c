import { randomBytes } from 'node:crypto';

/** The build writes it in each place of a nonce. */
const noncePlaceholder = '__CSP_NONCE__';

/** Deepest path of the page. Each level makes the URLs in it longer. */
export const maxDepth = 16;

/**
 * How many folders a path is below the console: 0 for `/` and `/live`, 2 for `/d/1/live`. A browser resolves the
 * relative URLs of the page against that folder.
 */
export const depthOf = (path: string): number => path.split('/').length - 2;

/** `./` in the page's URLs becomes `../../` for a page two folders below: CSP allows no `<base>`. */
const relativeUrl = /(?<=\s(?:src|href)=")\.\//g;

interface Page {
  html: string;
  contentSecurityPolicy: string;
}

/**
 * The page for a path of this depth, with a nonce of its own.
 *
 * @param provider its name, if people sign in with one: the page offers it without a request
 */
export function renderPage(template: string, depth: number, provider?: string): Page {
  const nonce = randomBytes(18).toString('base64');
  const root = depth === 0 ? './' : '../'.repeat(depth);
  return {
    html: withProvider(template, provider).replace(relativeUrl, root).replaceAll(noncePlaceholder, nonce),
    contentSecurityPolicy: contentSecurityPolicy(nonce),
  };
}

/** The name is that of a host or of a known provider, and needs no escapes in an attribute. */
const withProvider = (template: string, provider: string | undefined): string =>
  provider === undefined
    ? template
    : template.replace('</head>', () => `  <meta name="sign-in-provider" content="${provider}">\n  </head>`);

/**
 * The console runs only its own scripts, one of them in the page, and connects only to this server. Its components add
 * `<style>` elements.
 */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
