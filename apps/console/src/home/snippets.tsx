import type { UserActivity } from '@tributary/client/generated/types.gen';
import { Tabs, Text } from '@mantine/core';
import { curlOf } from '@tributary/client/requests/curl';
import { Snippet } from '../components/snippet.js';
import { apiUrl } from '../session/session.js';
import { useDatamart } from '../shell/use-datamart.js';
import { fetchProgram } from './sample-activity.js';

/** How to send an activity, with the address of this platform and datamart. */
export function Snippets({ activity }: { activity: UserActivity }) {
  const { datamart_id } = useDatamart();
  const path = `/datamarts/${datamart_id}/user_activities`;
  const curl = curlOf({ method: 'POST', apiUrl, path, body: activity });
  return (
    <Tabs defaultValue="curl">
      <Tabs.List>
        <Tabs.Tab value="curl">curl</Tabs.Tab>
        <Tabs.Tab value="javascript">JavaScript</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="curl" pt="xs">
        <Snippet text={curl} label="the curl command" maxHeight={220} />
        <Text size="sm" c="dimmed" mt={4}>
          $TOKEN is an API token, such as the one that you signed in with.
        </Text>
      </Tabs.Panel>
      <Tabs.Panel value="javascript" pt="xs">
        <Snippet text={fetchProgram(apiUrl + path, activity)} label="the program" maxHeight={220} />
      </Tabs.Panel>
    </Tabs>
  );
}
