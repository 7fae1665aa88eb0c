import { UsageProblem } from '../output/failures.js';

/** The address of a platform without `/v1` and without a slash at its end, as people paste it from a browser or from the docs. */
export function platformUrl(text: string): string {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http${isLocal(text) ? '' : 's'}://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new UsageProblem(`"${text}" is no address of a platform: write it like https://cdp.example.com`);
  if (url.username !== '' || url.password !== '')
    throw new UsageProblem('the address holds a password: a platform takes an API token only, which is asked for');
  return `${url.origin}${url.pathname.replace(/\/(v1\/?)?$/, '')}`;
}

/** Whether a token can go to this address without encryption: it does not leave the machine. */
export const isEncryptedOrLocal = (url: string): boolean =>
  url.startsWith('https:') || isLocal(url.replace(/^http:\/\//, ''));

const isLocal = (address: string) => /^(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/i.test(address);
