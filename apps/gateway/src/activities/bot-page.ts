import { isBotAgent } from '@tributary/contracts/tracking/bots';
import type { IncomingHttpHeaders } from 'node:http';

/** Each browser begins so, also one that a crawler renders pages with. */
const ofBrowser = 'Mozilla/';

/**
 * Whether a page sends the request, from a browser that says that it is a bot. Only a page has an origin: the `User-Agent` of
 * a server or an app is that of its HTTP client, and one that is no browser's that of a proxy, which writes its own name for
 * all people behind it (`Amazon CloudFront`). The list takes both for bots. The header is judged, and not kept.
 */
export const isBotPage = ({ origin, 'user-agent': userAgent = '' }: IncomingHttpHeaders): boolean =>
  origin !== undefined && userAgent.startsWith(ofBrowser) && isBotAgent(userAgent);
