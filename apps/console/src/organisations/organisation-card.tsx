import type { Datamart } from '@tributary/client/generated/types.gen';
import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { AnchorLink } from '../components/links.js';
import { ResourceTable, RowButton } from '../components/resource-table.js';
import { covers } from '@tributary/contracts/rules/access/roles';
import { useOrganisations } from '../session/use-organisations.js';
import { DatamartForm } from './datamart-form.js';
import type { OrganisationTree } from './group-tenants.js';
import { OrganisationForm } from './organisation-form.js';

export function OrganisationCard({ organisation }: { organisation: OrganisationTree }) {
  const { roleAt } = useOrganisations();
  const [isEdited, setEdited] = useState(false);
  const [datamart, setDatamart] = useState<Datamart | 'new'>();
  const { id, name, technical_name, community_id, datamarts } = organisation;
  const role = roleAt(id);
  const isAdmin = covers(role, 'ORGANISATION_ADMIN');
  return (
    <Card withBorder component="article" aria-label={`Organisation ${name}`}>
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={3} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {technical_name} · id {id} · {role ? `your role is ${role}` : 'no role'}
          </Text>
        </div>
        <Group gap="xs">
          {role === 'COMMUNITY_ADMIN' && (
            <RowButton onClick={() => setEdited(true)} aria-label={`Edit ${name}`}>
              Edit
            </RowButton>
          )}
          {isAdmin && (
            <Button size="xs" onClick={() => setDatamart('new')} aria-label={`Create a datamart in ${name}`}>
              Create a datamart
            </Button>
          )}
        </Group>
      </Group>
      <Datamarts organisation={organisation} onEdit={isAdmin ? setDatamart : undefined} />
      {isEdited && (
        <OrganisationForm organisation={organisation} community_id={community_id} onClose={() => setEdited(false)} />
      )}
      {datamart && (
        <DatamartForm
          datamart={datamart === 'new' ? undefined : datamart}
          organisation_id={id}
          onClose={() => setDatamart(undefined)}
        />
      )}
      {datamarts.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          The ids stand in the paths of the API: /v1/datamarts/{datamarts[0]?.id}/…
        </Text>
      )}
    </Card>
  );
}

interface DatamartsProps {
  organisation: OrganisationTree;
  /** Undefined: the role does not cover it. */
  onEdit: ((datamart: Datamart) => void) | undefined;
}

function Datamarts({ organisation: { name, datamarts }, onEdit }: DatamartsProps) {
  return (
    <ResourceTable
      label={`Datamarts of ${name}`}
      rows={datamarts}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'Datamart',
          cell: ({ id, name: label }) => (
            <AnchorLink to="/d/$datamart_id" params={{ datamart_id: id }}>
              {label}
            </AnchorLink>
          ),
        },
        { header: 'Id', cell: ({ id }) => id },
        { header: 'Time zone', cell: ({ time_zone }) => time_zone },
        ...(onEdit
          ? [
              {
                header: 'Actions',
                align: 'right' as const,
                cell: (datamart: Datamart) => (
                  <RowButton aria-label={`Edit the datamart ${datamart.name}`} onClick={() => onEdit(datamart)}>
                    Edit
                  </RowButton>
                ),
              },
            ]
          : []),
      ]}
      empty={<Text c="dimmed">No datamart yet.</Text>}
    />
  );
}
