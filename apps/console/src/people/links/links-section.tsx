import { getUserPointIdentityOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Button, Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionTitle } from '../../components/page.js';
import { AnchorLink } from '../../components/links.js';
import { QueryView } from '../../components/query-view.js';
import { ResourceTable } from '../../components/resource-table.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import { LinkSides } from './link-sides.js';
import type { Identity, Link } from './sides-of.js';

interface LinksSectionProps {
  user_point_id: string;
  /** Asks to dissociate these selectors. Undefined for a reader. */
  onDissociate: ((leaving: string[]) => void) | undefined;
}

/** Why the identifiers are one person. */
export function LinksSection({ user_point_id, onDissociate }: LinksSectionProps) {
  const { datamart_id } = useDatamart();
  const identity = useQuery(getUserPointIdentityOptions({ path: { datamart_id, user_point_selector: user_point_id } }));
  return (
    <QueryView query={identity}>
      {({ data }) => (data.links.length > 0 ? <Links identity={data} onDissociate={onDissociate} /> : null)}
    </QueryView>
  );
}

function Links({ identity, onDissociate }: { identity: Identity } & Pick<LinksSectionProps, 'onDissociate'>) {
  const [opened, setOpened] = useState<Link>();
  return (
    <div>
      <SectionTitle>Why one person</SectionTitle>
      <Text size="sm" c="dimmed">
        Each link has joined identifiers that were apart. Since then so many activities and associations have named
        identifiers of both its sides.
      </Text>
      <ResourceTable
        label="Why one person"
        rows={identity.links}
        rowKey={({ from, to }) => `${from} ${to}`}
        columns={[
          { header: 'Identifier', cell: ({ from }) => <Code>{from}</Code> },
          { header: 'With', cell: ({ to }) => <Code>{to}</Code> },
          { header: 'Cause', cell: (link) => <Cause link={link} user_point_id={identity.user_point_id} />, width: 150 },
          { header: 'When', cell: ({ ts }) => <Instant at={ts} />, width: 190 },
          { header: 'Since', cell: ({ since }) => since, align: 'right', width: 70 },
          {
            header: 'Without it',
            cell: (link) => (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`What if the link of ${link.to} were not there?`}
                onClick={() => setOpened(link)}
              >
                What if
              </Button>
            ),
            width: 100,
          },
        ]}
        empty={null}
      />
      {opened && (
        <LinkSides
          links={identity.links}
          link={opened}
          onClose={() => setOpened(undefined)}
          onDissociate={onDissociate}
        />
      )}
    </div>
  );
}

const causes: Record<Link['cause'], string> = {
  ACTIVITY: 'An activity',
  IMPORT: 'An import',
  ASSOCIATION: 'An association',
  PROFILE: 'A profile',
  UNKNOWN: 'Unknown',
};

/** Leads to the activity, or to the imports. */
function Cause({ link: { cause, id }, user_point_id: selector }: { link: Link; user_point_id: string }) {
  const { datamart_id } = useDatamart();
  const label = causes[cause];
  if (id === null) return label;
  if (cause === 'ACTIVITY')
    return (
      <AnchorLink to="/d/$datamart_id/people/$selector" params={{ datamart_id, selector }} search={{ activity: id }}>
        {label}
      </AnchorLink>
    );
  if (cause === 'IMPORT')
    return (
      <>
        <AnchorLink to="/d/$datamart_id/imports" params={{ datamart_id }}>
          {label}
        </AnchorLink>
        , execution {id}
      </>
    );
  return (
    <>
      {label}, request {id}
    </>
  );
}
