import type { NameOf } from '@tributary/dashboards/values/add-names';
import { useCallback } from 'react';
import { useDatamart } from '../shell/use-datamart.js';
import { useResourceNames } from './use-resource-names.js';

const typeOf: Readonly<Record<string, string>> = {
  channel_id: 'CHANNELS',
  segment_id: 'SEGMENTS',
  datamart_id: 'DATAMARTS',
  organisation_id: 'ORGANISATIONS',
};

/** The names of the ids among some dimensions. */
export function useValueNames(dimensions: readonly string[]): NameOf {
  const { datamart_id, organisation_id } = useDatamart();
  const isNeeded = dimensions.some((name) => Object.hasOwn(typeOf, name));
  const nameOf = useResourceNames(isNeeded, datamart_id, organisation_id);
  return useCallback((dimension, value) => nameOf(typeOf[dimension] ?? '', value), [nameOf]);
}
