import type { AudienceSegment } from '@tributary/client/generated/types.gen';
import { Stack, Tabs, Text } from '@mantine/core';
import { curlOf } from '@tributary/client/requests/curl';
import { SectionTitle } from '../components/page.js';
import { ButtonLink } from '../components/links.js';
import { Snippet } from '../components/snippet.js';
import { apiUrl } from '../session/session.js';
import { useDatamart } from '../shell/use-datamart.js';

/** Ready to be copied: the segment and the datamart are filled in. */
export function FillSegment({ segment }: { segment: AudienceSegment }) {
  const { datamart_id } = useDatamart();
  const { id, technical_name } = segment;
  const named = technical_name ? { segment_technical_name: technical_name } : { segment_id: id };
  const line = { operation: 'UPDATE', user_account_id: 'u-1', ...named, expiration_duration: 43_200 };
  const live = curlOf({
    method: 'PUT',
    apiUrl,
    path: `/datamarts/${datamart_id}/user_points/compartment_id=default,user_account_id=u-1/user_segments/${id}`,
    body: { expiration_duration: 43_200, data_bag: { score: 12 } },
  });
  return (
    <Stack gap="sm">
      <SectionTitle>How to fill it</SectionTitle>
      <Tabs defaultValue="import" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="import">By an import</Tabs.Tab>
          <Tabs.Tab value="live">Live</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="import">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              A file of the document type USER_SEGMENT has one line for each person, who is named by an account, an
              e-mail hash or a user agent. expiration_duration is in minutes, 0 means never.
            </Text>
            <Stack w="100%">
              <Snippet text={JSON.stringify(line)} label="a line of an import" />
            </Stack>
            <ButtonLink variant="default" to="/d/$datamart_id/imports/new" params={{ datamart_id }}>
              Import a file
            </ButtonLink>
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="live">
          <Stack gap="xs">
            <Text size="sm">
              Puts one person in, or renews the membership. DELETE of the same address takes it out.
            </Text>
            <Snippet text={live} label="the request" />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
