import { useDatamart } from '../shell/use-datamart.js';
import { useCompartments } from './use-resource-names.js';

/** A compartment by its name, with its id under the pointer; one that is not registered by its id. */
export function CompartmentName({ id }: { id: string }) {
  const { datamart_id } = useDatamart();
  const { data } = useCompartments(datamart_id);
  const name = data?.data.find(({ compartment_id }) => compartment_id === id)?.name;
  return (
    <span title={id} style={{ overflowWrap: 'anywhere' }}>
      {name ?? id}
    </span>
  );
}

/** Compartments as suggestions for a field of ids, found by their names, too. */
export function useCompartmentOptions() {
  const { datamart_id } = useDatamart();
  const { data } = useCompartments(datamart_id);
  const named = new Map(data?.data.map(({ compartment_id, name }) => [compartment_id, name]));
  const textOf = (id: string) => [...new Set([id, named.get(id) ?? id])].join(' · ');
  return {
    data: [...named.keys()],
    filter: ({ options, search }: { options: unknown[]; search: string }) =>
      (options as { value: string }[]).filter(({ value }) =>
        textOf(value).toLowerCase().includes(search.trim().toLowerCase()),
      ) as never[],
    renderOption: ({ option: { value } }: { option: { value: string } }) => textOf(value),
  };
}
