import { List } from '@mantine/core';
import { accountSelector } from '@tributary/client/people/selectors';
import { AnchorLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';
import { accountOf, demoCompartment, demoPeople, profileOf } from './demo-people.js';
import type { Demo } from './find-demo.js';

const known = demoPeople.filter((person) => accountOf(person) !== undefined).slice(0, 3);

/** Links to each kind of thing that the demo data has. */
export function DemoContents({ demo: { buyers, newsletter, dashboards, refused } }: { demo: Demo }) {
  const { datamart_id } = useDatamart();
  const segments = [buyers, ...(newsletter ? [newsletter] : [])];
  return (
    <List size="sm" aria-label="What the demo data has">
      {known.map((person) => (
        <List.Item key={person}>
          <AnchorLink
            inherit
            to="/d/$datamart_id/people/$selector"
            params={{ datamart_id, selector: accountSelector(demoCompartment, `demo-${person}`).selector }}
          >
            {nameOf(person)}
          </AnchorLink>
          , a person with activities, a profile and a choice
        </List.Item>
      ))}
      {segments.map(({ id, name }) => (
        <List.Item key={id}>
          <AnchorLink inherit to="/d/$datamart_id/segments/$segment_id" params={{ datamart_id, segment_id: id }}>
            {name}
          </AnchorLink>
          , a segment
        </List.Item>
      ))}
      {dashboards.map(({ id, title }) => (
        <List.Item key={id}>
          <AnchorLink inherit to="/d/$datamart_id/dashboards/$dashboard_id" params={{ datamart_id, dashboard_id: id }}>
            {title}
          </AnchorLink>
          , a dashboard
        </List.Item>
      ))}
      {refused && (
        <List.Item>
          <AnchorLink
            inherit
            to="/d/$datamart_id/imports/$import_id/$execution_id"
            params={{ datamart_id, import_id: refused.document_import_id, execution_id: refused.execution_id }}
          >
            The import with the refused line
          </AnchorLink>
          , with its reason
        </List.Item>
      )}
    </List>
  );
}

const nameOf = (person: number): string => {
  const { first_name = '', last_name = '' } = profileOf(person);
  return `${first_name} ${last_name}`;
};
