import { client } from '@tributary/client/generated/client.gen';
import { purposeHeaders } from '@tributary/client/requests/purpose';

/** From now on all requests say why they read people. */
export function sayPurpose(purpose: string): void {
  client.setConfig({ headers: purposeHeaders(purpose) });
}
