import { hash } from 'node:crypto';
import type { SignInOutcome } from '@tributary/contracts/admin/session';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem;color:#222;background:#fff}' +
  'a{color:#1864ab}';

export const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export interface Explanation {
  status: 400 | 403 | 503;
  title: string;
  text: string;
}

const again = 'Sign in again.';

export const refused: Explanation = {
  status: 400,
  title: 'You are not signed in',
  text: `The provider has not confirmed who you are, or this sign-in was begun in another browser, too long ago, or is used already. ${again}`,
};

export const unreachable: Explanation = {
  status: 503,
  title: 'Sign-in does not work now',
  text: 'The provider of sign-ins or the service that keeps sessions does not answer. Try again in a minute. API tokens work all the same.',
};

const address = (email: string | undefined) => email ?? 'your e-mail address';

/** Whom to ask, for each reason why a person is no user. */
export function explain(outcome: Exclude<SignInOutcome, 'SIGNED_IN'>, email: string | undefined): Explanation {
  switch (outcome) {
    case 'UNKNOWN':
      return {
        status: 403,
        title: 'You have no access yet',
        text: `No user here has the e-mail address ${address(email)}. Ask an administrator of your organisation to add you as a user with this address, then sign in again.`,
      };
    case 'UNVERIFIED':
      return {
        status: 403,
        title: 'Your e-mail address is not verified',
        text: `The provider does not confirm that ${address(email)} is yours. Verify it there, or ask the operator of this platform, who decides whether unconfirmed addresses count (OIDC_TRUST_EMAIL).`,
      };
    case 'TAKEN':
      return {
        status: 403,
        title: 'This e-mail address belongs to another account',
        text: `The user with ${address(email)} has signed in before with another account of the provider. Sign in with that one, or ask an administrator of your organisation.`,
      };
  }
}

/** The link offers a choice of accounts: the provider would answer with the same one otherwise. */
export const renderExplanation = ({ title, text }: Explanation): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} – Tributary</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<p><a href="/auth/login?prompt=select_account">Sign in with another account</a> · <a href="/">First page</a></p>
</main>
</body>
</html>
`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
