// The activity that all programs send: a shop's page view of 630 bytes.

const pad = (number, width) => String(number).padStart(width, '0');
const referrer =
  'https://www.example.com/search?q=shoes&utm_source=newsletter&utm_medium=email&utm_campaign=autumn2026';

/**
 * One of `users` people from the first on, at random. The length is always the same, so that a client can prepare the head of
 * its request.
 */
export function activityBody(users, site = '8298', first = 1) {
  const user = first + Math.floor(Math.random() * users);
  const ts = Date.now();
  return (
    `{"$ts":${ts},"$type":"SITE_VISIT","$session_status":"IN_SESSION","$site_id":"${site}",` +
    `"$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"web:7:${pad(user, 12)}"}],` +
    `"$user_agent_info":{"$form_factor":"SMARTPHONE","$os_family":"IOS","$browser_family":"SAFARI","$brand":"Apple"},` +
    `"$location":{"$country":"FR","$city":"Paris","$zip_code":"75011"},` +
    `"$events":[{"$ts":${ts},"$event_name":"$item_view","$properties":{"$items":[{"$id":"sku-${pad(user % 1000, 6)}",` +
    `"$price":"19.90","$qty":1}],"page":"/shop/shoes/${pad(user % 1000, 6)}","referrer":"${referrer}"}}]}`
  );
}
