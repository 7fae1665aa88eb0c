// How each product takes an activity: ours, and the collectors of other platforms that peers.mjs sets beside it. Each body
// has the same page view and about 630 bytes.
import { activityBody } from './activity-body.mjs';

const pad = (number, width) => String(number).padStart(width, '0');

/** The properties of activityBody's event. */
const propertiesOf = (user) =>
  `{"items":[{"id":"sku-${pad(user % 1_000, 6)}","price":"19.90","qty":1}],"page":"/shop/shoes/${pad(user % 1_000, 6)}",` +
  `"referrer":"https://www.example.com/search?q=shoes&utm_source=newsletter&utm_medium=email&utm_campaign=autumn2026",` +
  `"form_factor":"SMARTPHONE","os_family":"IOS","browser_family":"SAFARI","brand":"Apple",` +
  `"country":"FR","city":"Paris","zip_code":"75011","session_status":"IN_SESSION","site_id":"8298",` +
  `"user_agent":"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15"`;

const aUser = (users) => 1 + Math.floor(Math.random() * users);
const now = () => new Date().toISOString();

/**
 * By product: the path, the headers, and one body of a fixed length; `join` makes one body of several, `accepted` counts
 * what a 200 has accepted.
 */
export const requests = {
  tributary: {
    path: () => '/v1/datamarts/1/user_activities',
    headers: (token, lines) => ({
      authorization: token,
      'content-type': `application/${lines === 1 ? 'json' : 'x-ndjson'}`,
    }),
    body: activityBody,
    join: (bodies) => bodies.join('\n'),
    accepted: (response, lines) => (lines === 1 ? 1 : Number(/"accepted":(\d+)/.exec(response)?.[1] ?? 0)),
  },
  rudderstack: {
    path: (lines) => (lines === 1 ? '/v1/track' : '/v1/batch'),
    headers: (writeKey, lines) => ({
      authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
      'content-type': 'application/json',
    }),
    body: (users) => {
      const user = aUser(users);
      return (
        `{"type":"track","event":"item_view","anonymousId":"web:7:${pad(user, 12)}","originalTimestamp":"${now()}",` +
        `"channel":"web","properties":${propertiesOf(user)}}}`
      );
    },
    join: (bodies) => `{"batch":[${bodies.join(',')}]}`,
    accepted: (response, lines) => lines,
  },
  posthog: {
    path: (lines) => (lines === 1 ? '/e/' : '/batch/'),
    headers: () => ({ 'content-type': 'application/json' }),
    body: (users) => {
      const user = aUser(users);
      return (
        `{"api_key":"phc_bench","event":"item_view","distinct_id":"web:7:${pad(user, 12)}","timestamp":"${now()}",` +
        `"properties":${propertiesOf(user)},"$lib":"web"}}`
      );
    },
    join: (bodies) => `{"api_key":"phc_bench","batch":[${bodies.join(',')}]}`,
    accepted: (response, lines) => lines,
  },
};
