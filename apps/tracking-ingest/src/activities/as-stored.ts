/**
 * The JSON text of a stored activity as it was sent, with its id and time of arrival at the end: should the client have
 * sent keys of these names, the last ones count. It is never parsed, so that every number stays as it was written.
 */
export function asStored(body: string, activity_id: string, received_ts: number): string {
  const fields = body.trim().slice(1, -1).trim();
  const own = `"$id":${JSON.stringify(activity_id)},"$received_ts":${received_ts}`;
  return fields === '' ? `{${own}}` : `{${fields},${own}}`;
}
