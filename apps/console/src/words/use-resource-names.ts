import {
  listAudienceSegmentsOptions,
  listChannelsOptions,
  listOrganisationsOptions,
  listCompartmentsOptions,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { NameLookup } from '@tributary/dashboards/transformations/get-decorators';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnectedUser } from '../session/connected-user.js';
import { wholeList } from '../components/paging.js';

const query = wholeList;

/**
 * The names that `get-decorators` writes in place of ids. What is not listed stays an id.
 *
 * @param isNeeded false for contents without `get-decorators`: nothing is read then
 */
export function useResourceNames(isNeeded: boolean, datamart_id: string, organisation_id: string): NameLookup {
  const { datamarts } = useConnectedUser();
  const path = { datamart_id };
  const enabled = isNeeded;
  const channels = useQuery({ ...listChannelsOptions({ path, query }), enabled }).data?.data;
  const compartments = useCompartments(datamart_id, enabled).data?.data;
  const organisations = useQuery({ ...listOrganisationsOptions({ query }), enabled }).data?.data;
  const ofDatamart = { query: { ...query, organisation_id, datamart_id } };
  const segments = useQuery({ ...listAudienceSegmentsOptions(ofDatamart), enabled }).data?.data;
  return useMemo(() => {
    const names = new Map<string, string>();
    const add = (type: string, id: string, name: string) => names.set(`${type} ${id}`, name);
    channels?.forEach(({ id, name }) => add('CHANNELS', id, name));
    compartments?.forEach(({ compartment_id, name }) => add('COMPARTMENTS', compartment_id, name));
    organisations?.forEach(({ id, name }) => add('ORGANISATIONS', id, name));
    segments?.forEach(({ id, name }) => add('SEGMENTS', id, name));
    datamarts.forEach(({ id, name }) => add('DATAMARTS', id, name));
    return (modelType, id) => names.get(`${modelType} ${id}`);
  }, [channels, compartments, organisations, segments, datamarts]);
}

/** Whether a stored content names `get-decorators` anywhere. */
export const needsNames = (content: unknown): boolean => /"get-decorators"/i.test(JSON.stringify(content));

/** The registered compartments of a datamart, for their names. They change rarely. */
export const useCompartments = (datamart_id: string, enabled = true) =>
  useQuery({ ...listCompartmentsOptions({ path: { datamart_id }, query: wholeList }), staleTime: 60_000, enabled });
