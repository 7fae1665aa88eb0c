/** Introduction of the API reference. */
const description = `
An open customer-data platform. It collects user activities in real time, unifies the data of each person, imports files,
reports, reads the metadata of data warehouses, and stores dashboards and throttlings.

**Requests.** Bodies are JSON in UTF-8, at most 1 MiB, with \`Content-Type: application/json\`. JSON is at most 32
levels deep, and a number has at most 4,096 characters. Several activities are sent as NDJSON. Import files are sent unchanged. Unknown fields are ignored in resources and kept where custom keys are allowed. Read-only fields in a body
are ignored. A PUT replaces every writable field. HEAD answers like GET, without the body. Names and titles of resources, and e-mail addresses
of users, hold a visible character, and no line breaks, control characters or characters that change the direction of text.

**Responses.** A resource is \`{"status":"ok","data":{…}}\`. A list is a page with \`count\`, \`total\`, \`first_result\` and
\`max_results\`. A deletion is \`{"status":"ok"}\`. Within an API version, fields may be added but are never removed. Times
are milliseconds since the epoch (int64) unless a field is documented as a string. Absent optional fields are omitted.

**Errors.** \`{"status":"error","error_code":…,"error_id":…,"error":…}\`. After a 503 the same request may be retried.

**Authorization.** A user holds a role in an organisation: READER, EDITOR, ORGANISATION_ADMIN or COMMUNITY_ADMIN. Each
role includes the ones before it. A datamart or organisation in which the caller has no role answers 403, whether it
exists or not. Any other resource that the caller cannot see answers 404.
`.trim();

export const about = {
  title: 'Tributary',
  summary: 'An open customer-data platform API',
  version: '1.0.0',
  description,
};
