import { listUserIdentifiersOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserIdentifier } from '@tributary/client/generated/types.gen';
import { Button, Code, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionTitle } from '../components/page.js';
import { CopyButton } from '../components/copy-button.js';
import { EmptyState } from '../components/empty-state.js';
import { QueryView } from '../components/query-view.js';
import { ResourceTable, type Column } from '../components/resource-table.js';
import { useDatamart } from '../shell/use-datamart.js';
import { CompartmentName } from '../words/compartment-name.js';
import { Instant } from '../time/instant.js';
import { AssociateForm } from './associate-form.js';
import { DissociateForm } from './dissociate-form.js';
import { LinksSection } from './links/links-section.js';
import { selectorOf } from '@tributary/client/people/selectors';
import { wholeList } from '../components/paging.js';

const kinds = [
  { type: 'USER_ACCOUNT', title: 'Accounts' },
  { type: 'USER_EMAIL', title: 'E-mail addresses, by their hashes' },
  { type: 'USER_AGENT', title: 'Browsers and devices' },
] as const;

/** The dialog that is open. */
type Form = { does: 'associate' } | { does: 'dissociate'; leaving: string[] };

export function IdentifiersTab({ user_point_id }: { user_point_id: string }) {
  const { datamart_id, may } = useDatamart();
  const [form, setForm] = useState<Form>();
  const identifiers = useQuery(
    listUserIdentifiersOptions({ path: { datamart_id, user_point_selector: user_point_id }, query: wholeList }),
  );
  const close = () => setForm(undefined);
  return (
    <QueryView query={identifiers}>
      {({ data }) => (
        <Stack>
          {may('EDITOR') && data.length > 0 && (
            <Group justify="flex-end">
              <Button onClick={() => setForm({ does: 'associate' })}>Associate an identifier</Button>
              {data.length > 1 && (
                <Button variant="default" onClick={() => setForm({ does: 'dissociate', leaving: [] })}>
                  Dissociate
                </Button>
              )}
            </Group>
          )}
          {kinds.map(({ type, title }) => (
            <Kind key={type} title={title} identifiers={data.filter((identifier) => identifier.type === type)} />
          ))}
          <LinksSection
            user_point_id={user_point_id}
            onDissociate={may('EDITOR') ? (leaving) => setForm({ does: 'dissociate', leaving }) : undefined}
          />
          {data.length === 0 && (
            <EmptyState title="No identifier">By its id alone nothing new can be attached to this person.</EmptyState>
          )}
          {form?.does === 'associate' && data[0] && (
            <AssociateForm user_point_id={user_point_id} known={data[0]} onClose={close} />
          )}
          {form?.does === 'dissociate' && <DissociateForm identifiers={data} initial={form.leaving} onClose={close} />}
        </Stack>
      )}
    </QueryView>
  );
}

const compartmentColumn: Column<UserIdentifier> = {
  header: 'Compartment',
  cell: (identifier) => identifier.type === 'USER_ACCOUNT' && <CompartmentName id={identifier.compartment_id} />,
};

function Kind({ title, identifiers }: { title: string; identifiers: readonly UserIdentifier[] }) {
  if (identifiers.length === 0) return null;
  return (
    <div>
      <SectionTitle>
        {title} ({identifiers.length})
      </SectionTitle>
      <ResourceTable
        label={title}
        rows={identifiers}
        rowKey={selectorOf}
        columns={[
          {
            header: 'Identifier',
            cell: (identifier) => (
              <Group gap={4} wrap="nowrap">
                <Code style={{ overflowWrap: 'anywhere' }}>{selectorOf(identifier)}</Code>
                <CopyButton value={selectorOf(identifier)} label={`Copy ${selectorOf(identifier)}`} />
              </Group>
            ),
          },
          ...(identifiers[0]?.type === 'USER_ACCOUNT' ? [compartmentColumn] : []),
          { header: 'Attached', cell: ({ creation_ts }) => <Instant at={creation_ts} />, width: 220 },
        ]}
        empty={null}
      />
    </div>
  );
}
