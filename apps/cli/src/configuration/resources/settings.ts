import {
  createCompartment,
  createProcessing,
  getDatamart,
  listCompartments,
  listProcessings,
  updateCompartment,
  updateDatamart,
  updateProcessing,
} from '@tributary/client/generated/sdk.gen';
import type {
  CreateCompartmentData,
  CreateProcessingData,
  UpdateCompartmentData,
  UpdateDatamartData,
  UpdateProcessingData,
} from '@tributary/client/generated/types.gen';
import { pick, readAll, without, type Resource } from '../model/resource.js';

/** For kinds of which none is created, or none removed. */
const neverHappens = () => Promise.reject(new Error('there is nothing to create or remove'));

export const datamart: Resource = {
  read: async ({ datamart_id }) => {
    const { data } = await getDatamart({ path: { datamart_id } });
    const { junk_exceptions, ...fields } = data.data;
    return [
      {
        id: datamart_id,
        fields: { ...pick(fields, 'name', 'time_zone', 'flag_rules'), junk_exceptions: junk_exceptions.toSorted() },
      },
    ];
  },
  create: neverHappens,
  // A PUT replaces all fields, so it starts from what the platform has.
  update: async (_scope, { id: datamart_id }, entry) => {
    const { data } = await getDatamart({ path: { datamart_id } });
    const { id: _id, organisation_id: _organisation, ...fields } = data.data;
    const body: UpdateDatamartData['body'] = { ...fields, ...entry };
    return updateDatamart({ path: { datamart_id }, body });
  },
  remove: neverHappens,
};

export const processings: Resource = {
  read: async ({ community_id }) => {
    const all = await readAll((query) => listProcessings({ query: { community_id, ...query } }));
    return all.map((processing) => ({
      id: processing.id,
      fields: pick(processing, 'name', 'legal_basis', 'purpose', 'technical_name', 'archived'),
    }));
  },
  create: async ({ community_id }, entry) => {
    const body = { community_id, ...entry } as CreateProcessingData['body'];
    return (await createProcessing({ body })).data.data;
  },
  update: (_scope, { id }, entry) =>
    updateProcessing({ path: { processing_id: id }, body: entry as UpdateProcessingData['body'] }),
  remove: neverHappens,
};

export const compartments: Resource = {
  read: async ({ datamart_id }) => {
    const all = await readAll((query) => listCompartments({ path: { datamart_id }, query }));
    return all.map((compartment) => ({
      id: compartment.compartment_id,
      fields: pick(compartment, 'compartment_id', 'name', 'exclusive', 'archived'),
    }));
  },
  create: async ({ datamart_id }, entry) => {
    const body = entry as CreateCompartmentData['body'];
    const { data } = await createCompartment({ path: { datamart_id }, body });
    return { id: data.data.compartment_id };
  },
  update: ({ datamart_id }, { id }, entry) =>
    updateCompartment({
      path: { datamart_id, compartment_id: id },
      body: without(entry, 'compartment_id') as UpdateCompartmentData['body'],
    }),
  remove: neverHappens,
};
