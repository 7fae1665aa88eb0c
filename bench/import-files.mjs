// The files that imports.mjs uploads, generated in pieces while they are sent.

const linesPerPiece = 1_000;
const users = 100_000;
const pad = (number, width) => String(number).padStart(width, '0');

/** 567 bytes: a shop's page view, the same that load-generator.mjs sends live. */
function activityLine() {
  const user = 1 + Math.floor(Math.random() * users);
  const ts = Date.now();
  return (
    `{"$ts":${ts},"$type":"SITE_VISIT","$session_status":"IN_SESSION","$site_id":"8298",` +
    `"$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"web:7:${pad(user, 12)}"}],` +
    `"$user_agent_info":{"$form_factor":"SMARTPHONE","$os_family":"IOS","$browser_family":"SAFARI","$brand":"Apple"},` +
    `"$location":{"$country":"FR","$city":"Paris","$zip_code":"75011"},` +
    `"$events":[{"$ts":${ts},"$event_name":"$item_view","$properties":{"$items":[{"$id":"sku-${pad(user % 1000, 6)}",` +
    `"$price":"19.90","$qty":1}],"page":"/shop/shoes/${pad(user % 1000, 6)}","referrer":"https://www.example.com/search?q=shoes"}}]}\n`
  );
}

function* pieces(lines, line) {
  for (let from = 0; from < lines; from += linesPerPiece) {
    let piece = '';
    for (let at = from; at < Math.min(from + linesPerPiece, lines); at++) piece += line(at);
    yield Buffer.from(piece);
  }
}

export const kinds = {
  activities: {
    document_type: 'USER_ACTIVITY',
    mime_type: 'APPLICATION_X_NDJSON',
    content_type: 'application/x-ndjson',
    file: (_file, lines) => pieces(lines, activityLine),
    count: ({ report }) => report(),
  },
  segments: {
    document_type: 'USER_SEGMENT',
    mime_type: 'TEXT_CSV',
    content_type: 'text/csv',
    /** One segment after the other, of people that no earlier file has named. */
    *file(file, lines) {
      const people = Math.ceil(lines / 10);
      yield Buffer.from('operation,user_agent_id,segment_id,expiration_duration\n');
      yield* pieces(
        lines,
        (at) => `UPDATE,web:${file}:${pad(1 + (at % people), 12)},${1000 + Math.floor(at / people)},43200\n`,
      );
    },
    count: ({ memberships }) => memberships(),
  },
};
