import { Compartment, CompartmentInput, CompartmentListQuery, CompartmentUpdate } from '../../tracking/compartment.js';
import { del, deleted, get, json, one, page, post, put, type Section } from '../operation.js';

const all = '/datamarts/:datamart_id/compartments';

const list = {
  summary: 'List the compartments of a datamart',
  description: 'The registered ones and `default`.',
  query: CompartmentListQuery,
  answer: page(Compartment, 'A page of compartments.'),
};

export const compartments = {
  tag: 'Compartments',
  owner: 'tracking-ingest',
  description: 'Namespaces of account ids. Data may use compartments that are not registered.',
  operations: {
    listCompartments: get(all, 'READER', list),
    createCompartment: post(all, 'EDITOR', {
      summary: 'Register a compartment',
      body: json(CompartmentInput, {
        loyalty_cards: { compartment_id: 'loyalty', name: 'Loyalty cards', exclusive: true },
      }),
      answer: one(Compartment, 'The new compartment.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'compartment_id: the datamart has a compartment of this id' },
    }),
    getCompartment: get(`${all}/:compartment_id`, 'READER', {
      summary: 'Read a compartment',
      answer: one(Compartment, 'The compartment.'),
    }),
    updateCompartment: put(`${all}/:compartment_id`, 'EDITOR', {
      summary: 'Rename, archive or restore a compartment, or make it exclusive',
      body: json(CompartmentUpdate, {
        another_name: { name: 'Loyalty cards until 2026' },
        one_account_per_person: { name: 'Loyalty cards', exclusive: true },
      }),
      answer: one(Compartment, 'The updated compartment.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'archived: the default compartment cannot be archived' },
    }),
    deleteCompartment: del(`${all}/:compartment_id`, 'EDITOR', {
      summary: 'Delete a compartment',
      answer: deleted,
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'it is the default compartment, or it holds user accounts' },
    }),
    listUserAccountCompartments: get('/datamarts/:datamart_id/user_account_compartments', 'READER', {
      ...list,
      description: `${list.description} The same list as that of \`/compartments\`.`,
    }),
  },
} satisfies Section;
