import { listChannelsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useQuery } from '@tanstack/react-query';
import { wholeList } from '../components/paging.js';
import { useDatamart } from '../shell/use-datamart.js';

/** A channel by its name, with its id under the pointer; one that is not registered by its id. */
export function ChannelName({ id }: { id: string }) {
  const { datamart_id } = useDatamart();
  const { data } = useQuery({
    ...listChannelsOptions({ path: { datamart_id }, query: wholeList }),
    staleTime: 60_000,
    enabled: id !== '',
  });
  const name = data?.data.find((channel) => channel.id === id)?.name;
  return id === '' ? '–' : <span title={id}>{name ?? id}</span>;
}
