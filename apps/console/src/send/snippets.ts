import type { CollectKey, UserActivity } from '@tributary/client/generated/types.gen';

/** Where a snippet sends to. */
export interface Target {
  /** The address of the API, `https://cdp.example.com/v1`. */
  apiUrl: string;
  datamart_id: string;
}

export const collectPath = ({ datamart_id }: Pick<Target, 'datamart_id'>): string =>
  `/datamarts/${datamart_id}/user_activities`;

const addressOf = (target: Target): string => target.apiUrl + collectPath(target);

/** A program for a page, without the SDK. */
export const browserProgram = (target: Target, { key }: Pick<CollectKey, 'key'>, activity: UserActivity): string =>
  `// The same visitor keeps the id in this browser.
localStorage.visitor ??= crypto.randomUUID();

fetch(${JSON.stringify(addressOf(target))}, {
  method: 'POST',
  headers: { Authorization: ${JSON.stringify(key)}, 'Content-Type': 'application/json' },
  body: JSON.stringify({
    ...${indent(channelAndType(activity), 4)},
    $user_agent_id: 'web:1:' + localStorage.visitor,
    $events: [{ $event_name: '$page_view', $properties: { $url: location.href } }],
  }),
});`;

export const nodeProgram = (target: Target, activity: UserActivity): string =>
  `const response = await fetch(${JSON.stringify(addressOf(target))}, {
  method: 'POST',
  headers: { Authorization: process.env.TRIBUTARY_TOKEN, 'Content-Type': 'application/json' },
  body: JSON.stringify(${indent(activity, 2)}),
});
console.log(await response.json());`;

/** Needs the standard library only. Texts, numbers, lists and objects of JSON are the same in Python. */
export const pythonProgram = (target: Target, activity: UserActivity): string =>
  `import json, os, urllib.error, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(addressOf(target))},
    headers={"Authorization": os.environ["TRIBUTARY_TOKEN"], "Content-Type": "application/json"},
    data=json.dumps(${indent(activity, 4)}).encode(),
)
try:
    print(urllib.request.urlopen(request).read().decode())
except urllib.error.HTTPError as refusal:
    print(refusal.read().decode())`;

const indent = (value: object, by: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);

function channelAndType({ $type, $site_id, $app_id, $ctv_id }: UserActivity): object {
  return { $type, ...($site_id && { $site_id }), ...($app_id && { $app_id }), ...($ctv_id && { $ctv_id }) };
}
