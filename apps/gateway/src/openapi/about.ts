/** What a reader needs before the operations. */
const description = `
An open customer-data platform: collect what people do in real time, keep every person's data together, import in bulk,
report, read the metadata of data warehouses, keep dashboards and throttlings.

**Requests.** Bodies are JSON in UTF-8, at most 1 MiB, with \`Content-Type: application/json\`; files of imports are sent
as they are. Unknown fields are ignored in resources and kept where custom keys are allowed. Read-only fields in a body
are ignored. A PUT replaces every writable field. HEAD answers as GET without the body.

**Answers.** A resource is \`{"status":"ok","data":{…}}\`; a list is a page with \`count\`, \`total\`, \`first_result\` and
\`max_results\`; a deletion is \`{"status":"ok"}\`. Within a version fields may be added, never taken away. Times are
milliseconds since the epoch (int64) unless a field is said to be a text. Optional fields that are absent are left out.

**Errors.** \`{"status":"error","error_code":…,"error_id":…,"error":…}\`. After a 503 the same request may be sent again.

**Who may do what.** A user holds a role in an organisation: READER, EDITOR, ORGANISATION_ADMIN or COMMUNITY_ADMIN, each
of which may do all that the ones before it may. Datamarts and organisations without a role are forbidden, existing or
not; any other resource that the caller cannot see is not found.
`.trim();

export const about = {
  title: 'Tributary',
  summary: 'An open customer-data platform API',
  version: '1.0.0',
  description,
};
