import { domainToASCII } from 'node:url';

/** ASCII characters of a host. Others are read as percent signs, paths and ports by the functions that read addresses. */
const hostCharacters = /^[a-z0-9.\u0080-\uffff-]+$/i;
/** At least two labels, the last of them no number: no address of a machine. */
const domain = /^([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/;

/**
 * The one spelling of a domain: in lower case, and international labels in ASCII, so that `BÜCHER.example` is
 * `xn--bcher-kva.example`.
 *
 * @returns undefined for a text that is no domain
 */
export function asciiDomain(text: string): string | undefined {
  const ascii = hostCharacters.test(text) ? domainToASCII(text) : '';
  return domain.test(ascii) ? ascii : undefined;
}

/** The domain of an e-mail address, in its one spelling; undefined for a text that is no address, or one with two `@`. */
export function domainOfEmail(email: string): string | undefined {
  const [local, host, ...others] = email.split('@');
  return local && host !== undefined && others.length === 0 ? asciiDomain(host) : undefined;
}
