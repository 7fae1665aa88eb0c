import { Spotlight, createSpotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useConnectedUser } from '../session/connected-user.js';
import { useFoundByName } from './found-by-name.js';
import { navigation } from './navigation.js';

const [store, spotlight] = createSpotlight();

/** Ctrl-K: pages, segments, dashboards, datamarts, and the page of a person whose identifier is typed in. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { datamart_id } = useParams({ strict: false });
  const { datamarts } = useConnectedUser();
  const navigate = useNavigate();
  // `forceOpened` would open it, too, but it then stays open, and does not report that the user closes it.
  useEffect(() => {
    spotlight.open();
    return spotlight.close;
  }, []);
  const pages: SpotlightActionData[] =
    datamart_id === undefined
      ? []
      : navigation.map(({ label, to }) => ({
          id: to,
          label,
          onClick: () => void navigate({ to, params: { datamart_id } }),
        }));
  const found = useFoundByName(
    datamarts.find(({ id }) => id === datamart_id),
    query,
  );
  const organisations = {
    id: 'organisations',
    label: 'Organisations',
    onClick: () => void navigate({ to: '/organisations' }),
  };
  const switches = datamarts.map(({ id, name }): SpotlightActionData => ({
    id: `datamart-${id}`,
    label: `Datamart ${name} (${id})`,
    onClick: () => void navigate({ to: '/d/$datamart_id', params: { datamart_id: id } }),
  }));
  const person: SpotlightActionData[] =
    datamart_id === undefined || query.trim() === ''
      ? []
      : [
          {
            id: 'person',
            label: `Person ${query.trim()}`,
            description: 'An e-mail address, a user agent id, an account or a user point id',
            // The palette would filter it by its words.
            keywords: query,
            onClick: () =>
              void navigate({ to: '/d/$datamart_id/people', params: { datamart_id }, search: { find: query.trim() } }),
          },
        ];
  return (
    <Spotlight
      actions={[...pages, organisations, ...found, ...person, ...switches]}
      query={query}
      onQueryChange={setQuery}
      store={store}
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Go to' } }}
      onSpotlightClose={onClose}
      nothingFound="No page, segment, dashboard or datamart of this name"
      searchProps={{
        placeholder: 'Go to a page, a segment, a dashboard, a datamart, a person …',
        'aria-label': 'Search',
      }}
      limit={30}
    />
  );
}
