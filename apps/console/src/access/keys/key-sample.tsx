import { Tabs, Text } from '@mantine/core';
import { Snippet } from '../../components/snippet.js';
import { apiUrl } from '../../session/session.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { signedCurl, signedTypeScript } from './signed-sample.js';

const visit = {
  $type: 'APP_VISIT',
  $user_agent_id: 'mob:and:raw:38400000-8cf0-11bd-b23e-10b96e40000d',
  $events: [{ $event_name: '$app_open' }],
};

/** A request signed with a key. */
export function KeySample({ key_id, activity = visit }: { key_id: string; activity?: object }) {
  const { datamart_id } = useDatamart();
  const { origin, pathname } = new URL(`${apiUrl}/datamarts/${datamart_id}/user_activities`);
  const sample = { origin, uri: pathname, key_id, body: JSON.stringify(activity) };
  return (
    <>
      <Tabs defaultValue="curl">
        <Tabs.List aria-label="A signed request">
          <Tabs.Tab value="curl">curl</Tabs.Tab>
          <Tabs.Tab value="typescript">TypeScript</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="curl" pt="xs">
          <Snippet text={signedCurl(sample)} label="the signed request with curl" maxHeight={260} />
        </Tabs.Panel>
        <Tabs.Panel value="typescript" pt="xs">
          <Snippet text={signedTypeScript(sample)} label="the signed request in TypeScript" maxHeight={260} />
        </Tabs.Panel>
      </Tabs>
      <Text size="sm" c="dimmed">
        Both read the secret from SECRET_KEY. The prefix of the headers is Svc by default; the API reference names that
        of this platform. Behind a proxy with a path prefix, sign the path that the platform receives.
      </Text>
    </>
  );
}
