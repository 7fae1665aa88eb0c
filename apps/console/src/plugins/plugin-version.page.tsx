import { getPluginOptions, getPluginVersionOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AnchorLink } from '../components/links.js';
import { Page, PlainButton } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { usePage } from '../components/tables/use-page.js';
import { covers } from '@tributary/contracts/rules/access/roles';
import { useOrganisations } from '../session/use-organisations.js';
import { PropertiesSection } from './properties-section.js';
import { ThrottlingsSection } from './throttlings/throttlings-section.js';
import { wordsOfRate } from './throttlings/words-of-rate.js';
import { VersionForm } from './version-form.js';
import { WorkerSection } from './workers/worker-section.js';

const route = getRouteApi('/signed-in/d/$datamart_id/plugins/$plugin_id/$version_id');

export function PluginVersionPage() {
  const { datamart_id, plugin_id, version_id } = route.useParams();
  const paging = usePage();
  const { roleAt } = useOrganisations();
  const [isEdited, setEdited] = useState(false);
  const plugin = useQuery(getPluginOptions({ path: { plugin_id } })).data?.data;
  const query = useQuery(getPluginVersionOptions({ path: { plugin_id, version_id } }));
  const version = query.data?.data;
  const mayEdit = plugin !== undefined && covers(roleAt(plugin.organisation_id), 'ORGANISATION_ADMIN');
  return (
    <Page
      title={`${plugin?.artifact_id ?? 'Plugin'} ${version?.version_id ?? ''}`}
      description={
        <Group gap="xs">
          <AnchorLink to="/d/$datamart_id/plugins/$plugin_id" params={{ datamart_id, plugin_id }}>
            {plugin ? `${plugin.group_id}:${plugin.artifact_id}` : 'Plugin'}
          </AnchorLink>
          {version && plugin?.current_version_id === version.id && <Badge variant="outline">Current</Badge>}
          {version?.archived && <Badge variant="default">Archived</Badge>}
          {version?.max_qps !== undefined && <span>at most {wordsOfRate(version.max_qps)}</span>}
        </Group>
      }
      actions={mayEdit && version && <PlainButton onClick={() => setEdited(true)}>Edit</PlainButton>}
    >
      <QueryView query={query}>
        {({ data }) => (
          <>
            {mayEdit && <WorkerSection version={data} />}
            <ThrottlingsSection version={data} mayEdit={mayEdit} {...paging} />
            <PropertiesSection version={data} />
          </>
        )}
      </QueryView>
      {isEdited && version && <VersionForm plugin_id={plugin_id} version={version} onClose={() => setEdited(false)} />}
    </Page>
  );
}
