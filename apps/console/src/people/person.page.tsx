import { getUserPointOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { exportUserPoint } from '@tributary/client/generated/sdk.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ExportButton } from '../exports/export-button.js';
import { ButtonLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { ErasePerson } from './erase-person.js';
import { PersonHeader } from './person-header.js';
import { PersonTabs } from './person-tabs.js';
import { rememberPerson } from './recent-people.js';
import { useNameOfPerson } from './summary/use-name-of-person.js';
import { UnknownPerson } from './unknown-person.js';

const route = getRouteApi('/signed-in/d/$datamart_id/people/$selector');

export function PersonPage() {
  const { datamart_id, may } = useDatamart();
  const { selector } = route.useParams();
  const person = useQuery(getUserPointOptions({ path: { datamart_id, user_point_selector: selector } }));
  const [isErasing, setErasing] = useState(false);
  const id = person.data?.data.id;
  useEffect(() => {
    if (id !== undefined) rememberPerson({ datamart_id, id, selector });
  }, [datamart_id, id, selector]);
  const isUnknown = isUnknownPerson(person.error);
  const { name, email } = useNameOfPerson(isUnknown ? undefined : id);
  const actions = (
    <>
      <ButtonLink variant="default" to="/d/$datamart_id/people" params={{ datamart_id }}>
        Another person
      </ButtonLink>
      {id !== undefined && !isUnknown && may('EDITOR') && (
        <>
          <ExportButton
            label="Export"
            name={`person-${id}.json`}
            read={async (signal) => {
              const path = { datamart_id, user_point_selector: id };
              return (await exportUserPoint({ path, parseAs: 'stream', signal })).response;
            }}
          />
          <Button color="red" onClick={() => setErasing(true)}>
            Erase
          </Button>
        </>
      )}
    </>
  );
  return (
    <Page title="Person" heading={name ?? email} actions={actions}>
      {isUnknown ? (
        <UnknownPerson selector={selector} failure={person.error} />
      ) : (
        <QueryView query={person}>
          {({ data }) => (
            <>
              <PersonHeader person={data} selector={selector} />
              <PersonTabs key={data.id} user_point_id={data.id} />
              {isErasing && <ErasePerson person={data} onClose={() => setErasing(false)} />}
            </>
          )}
        </QueryView>
      )}
    </Page>
  );
}

/** A text that can be no selector is no unknown person: the server says what is wrong with it. */
const isUnknownPerson = (failure: unknown) =>
  failure instanceof RequestFailure && (failure.status === 404 || failure.status === 400);
