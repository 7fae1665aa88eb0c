import {
  Compartment,
  CompartmentInput,
  CompartmentListQuery,
  CompartmentUpdate,
} from '@tributary/contracts/tracking/compartment';
import { deleted, json, one, page, type Section } from './operation.js';

const all = '/datamarts/:datamart_id/compartments';

const list = {
  summary: 'List the compartments of a datamart',
  description: 'The registered ones and `default`.',
  query: CompartmentListQuery,
  answer: page(Compartment, 'A page of compartments.'),
};

export const compartments: Section = {
  tag: 'Compartments',
  description: 'Namespaces of account ids. Data may use compartments that are not registered.',
  operations: {
    [`GET ${all}`]: { operationId: 'listCompartments', ...list },
    [`POST ${all}`]: {
      operationId: 'createCompartment',
      summary: 'Register a compartment',
      body: json(CompartmentInput, {
        loyalty_cards: { compartment_id: 'loyalty', name: 'Loyalty cards', exclusive: true },
      }),
      answer: one(Compartment, 'The new compartment.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'compartment_id: the datamart has a compartment of this id' },
    },
    [`GET ${all}/:compartment_id`]: {
      operationId: 'getCompartment',
      summary: 'Read a compartment',
      answer: one(Compartment, 'The compartment.'),
    },
    [`PUT ${all}/:compartment_id`]: {
      operationId: 'updateCompartment',
      summary: 'Rename, archive or restore a compartment, or make it exclusive',
      body: json(CompartmentUpdate, {
        another_name: { name: 'Loyalty cards until 2026' },
        one_account_per_person: { name: 'Loyalty cards', exclusive: true },
      }),
      answer: one(Compartment, 'The updated compartment.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'archived: the default compartment cannot be archived' },
    },
    [`DELETE ${all}/:compartment_id`]: {
      operationId: 'deleteCompartment',
      summary: 'Delete a compartment',
      answer: deleted,
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'it is the default compartment, or it holds user accounts' },
    },
    'GET /datamarts/:datamart_id/user_account_compartments': {
      operationId: 'listUserAccountCompartments',
      ...list,
      description: `${list.description} The same list as that of \`/compartments\`.`,
    },
  },
};
