import { getPluginOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AnchorLink } from '../components/links.js';
import { Page, PlainButton } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { usePage } from '../components/tables/use-page.js';
import { covers } from '@tributary/contracts/rules/access/roles';
import { useOrganisations } from '../session/use-organisations.js';
import { PluginForm } from './plugin-form.js';
import { VersionForm } from './version-form.js';
import { VersionsTable } from './versions-table.js';

const route = getRouteApi('/signed-in/d/$datamart_id/plugins/$plugin_id');

export function PluginPage() {
  const { plugin_id, datamart_id } = route.useParams();
  const paging = usePage();
  const { roleAt } = useOrganisations();
  const [opened, setOpened] = useState<'edit' | 'version'>();
  const query = useQuery(getPluginOptions({ path: { plugin_id } }));
  const plugin = query.data?.data;
  // The plugin may be of another organisation than the datamart of the path.
  const mayEdit = plugin !== undefined && covers(roleAt(plugin.organisation_id), 'ORGANISATION_ADMIN');
  const addVersion = mayEdit && <Button onClick={() => setOpened('version')}>Create a version</Button>;
  const close = () => setOpened(undefined);
  return (
    <Page
      title={plugin ? `${plugin.group_id}:${plugin.artifact_id}` : 'Plugin'}
      description={
        <Group gap="xs">
          <AnchorLink to="/d/$datamart_id/plugins" params={{ datamart_id }}>
            Plugins
          </AnchorLink>
          {plugin && <code>{plugin.plugin_type}</code>}
        </Group>
      }
      actions={
        mayEdit && (
          <>
            <PlainButton onClick={() => setOpened('edit')}>Edit</PlainButton>
            {addVersion}
          </>
        )
      }
    >
      <QueryView query={query}>
        {({ data }) => <VersionsTable plugin={data} mayEdit={mayEdit} add={addVersion} {...paging} />}
      </QueryView>
      {plugin && opened === 'edit' && (
        <PluginForm plugin={plugin} organisation_id={plugin.organisation_id} onClose={close} />
      )}
      {opened === 'version' && <VersionForm plugin_id={plugin_id} version={undefined} onClose={close} />}
    </Page>
  );
}
