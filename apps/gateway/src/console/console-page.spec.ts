import { describe, expect, it } from '@jest/globals';
import { depthOf, renderPage } from './console-page.js';

const origin = 'http://host';

describe('the URLs of the page', () => {
  it.each(['/', '/live', '/d/1/live', '/d/1/', '//', '/people/a%2Fb', '/d/1/x//y'])(
    'at %s name the same files',
    (path) => {
      const { html } = renderPage('<script src="./assets/a.js"></script>', depthOf(path));
      const [, url = ''] = /src="(.*?)"/.exec(html) ?? [];
      expect(new URL(url, new URL(`${origin}/below/a/prefix${path}`)).href).toBe(
        `${origin}/below/a/prefix/assets/a.js`,
      );
    },
  );

  it('are those of src and href only', () => {
    const template = '<p title="./a">="./b"</p><a href="https://host/">./c</a>';
    expect(renderPage(template, 2).html).toBe(template);
  });
});

describe('the provider of sign-ins', () => {
  const template = '<head>\n  </head>';

  it('stands in the page, if there is one', () => {
    expect(renderPage(template, 0, 'Google').html).toContain('<meta name="sign-in-provider" content="Google">');
    expect(renderPage(template, 0).html).toBe(template);
  });
});

describe('the nonce', () => {
  const template = '<meta nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>';

  it('is the same in the policy and everywhere in the page', () => {
    const { html, contentSecurityPolicy } = renderPage(template, 0);
    const nonces = [...html.matchAll(/nonce="(.*?)"/g)].map(([, nonce]) => nonce);
    expect(new Set(nonces).size).toBe(1);
    expect(contentSecurityPolicy).toContain(`style-src 'self' 'nonce-${nonces[0]}';`);
  });

  it('is different each time', () => {
    const policies = Array.from({ length: 100 }, () => renderPage(template, 0).contentSecurityPolicy);
    expect(new Set(policies).size).toBe(100);
  });
});
