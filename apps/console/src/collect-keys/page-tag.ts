interface SampleKey {
  key: string;
  datamart_id: string;
  channel_id?: string | undefined;
}

/** A script for a web page that sends a visit. A text needs no preflight, so that a page which is left sends it, too. */
export function pageSample(apiUrl: string, { key, datamart_id, channel_id }: SampleKey): string {
  const url = `${apiUrl}/datamarts/${datamart_id}/user_activities?collect_key=${key}`;
  const site = channel_id === undefined ? "    $site_id: 'the id of your channel',\n" : '';
  return `<script>
  localStorage.visitor ??= crypto.randomUUID();
  navigator.sendBeacon('${url}', JSON.stringify({
    $type: 'SITE_VISIT',
${site}    $user_agent_id: 'web:1:' + localStorage.visitor,
    $events: [{ $event_name: '$page_view', $properties: { $url: location.href } }],
  }));
</script>`;
}
