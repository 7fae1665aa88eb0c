import { isBotAgent } from '@tributary/contracts/tracking/bots';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page sends the request, from a browser that says that it is a bot. Only a page has an origin: the `User-Agent` of
 * a server or an app is that of its HTTP client, which the list takes for a bot. The header is judged, and not kept.
 */
export const isBotPage = ({ origin, 'user-agent': userAgent = '' }: IncomingHttpHeaders): boolean =>
  origin !== undefined && isBotAgent(userAgent);
