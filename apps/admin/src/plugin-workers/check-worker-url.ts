import { badData } from '@tributary/contracts/errors';
import type { AddressGuard } from '@tributary/security/addresses/address-guard';

/**
 * In production personal data goes to public addresses by TLS only, unless the operator has allowed the host. A name may
 * still resolve to a private address: each call checks that.
 *
 * @param url an absolute URL without user, query and fragment
 * @throws BAD_REQUEST_DATA
 */
export function checkWorkerUrl(url: string, guard: AddressGuard, isProduction: boolean): void {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isProduction || guard.isListed(host)) return;
  if (protocol !== 'https:') throw badData('url: must be an https URL, unless PLUGIN_ALLOWED_HOSTS names the host');
  if (guard.refusesLiteral(host))
    throw badData(`url: ${host} is a private address, and PLUGIN_ALLOWED_HOSTS does not name it`);
}
