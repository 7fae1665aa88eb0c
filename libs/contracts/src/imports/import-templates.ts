import type { DocumentType } from './import-messages.js';

interface ImportTemplate {
  /** One of each operation and kind of identifier, in an order in which each takes effect. */
  lines: readonly object[];
  /** The same as a table, with its header. Absent if the type cannot be one. */
  rows?: readonly string[];
}

const account = { compartment_id: 'default', user_account_id: 'customer-17' };
const email_hash = 'c8d1d1d4a6e1ab8b3d0f3c4f2b5a6978e1d2c3b4a5968778695a4b3c2d1e0f01';
const user_agent_id = 'web:1:0b4c2f1e';
const declared = [
  { type: 'USER_ACCOUNT', ...account },
  { type: 'USER_EMAIL', hash: email_hash },
  { type: 'USER_AGENT', user_agent_id },
];

/** The content of files, by document type. Documentation, examples and the templates for download are these. */
export const importTemplates: Readonly<Record<DocumentType, ImportTemplate>> = {
  USER_ACTIVITY: {
    lines: [
      {
        $type: 'SITE_VISIT',
        $ts: 1767225600000,
        $site_id: '8298',
        $user_identifiers: [
          { $type: 'USER_AGENT', $user_agent_id: user_agent_id },
          { $type: 'USER_ACCOUNT', $compartment_id: 'default', $user_account_id: 'customer-17' },
        ],
        $events: [{ $event_name: '$page_view', $properties: { $url: 'https://shop.example.com/' } }],
      },
    ],
  },
  USER_PROFILE: {
    lines: [
      { operation: 'UPSERT', ...account, user_profile: { first_name: 'Ada', city: 'Paris' } },
      { operation: 'UPSERT', email_hash, update_strategy: 'PARTIAL_UPDATE', user_profile: { newsletter: true } },
      { operation: 'DELETE', user_agent_id },
    ],
    rows: [
      'operation,compartment_id,user_account_id,first_name,city',
      'UPSERT,default,customer-17,Ada,Paris',
      'UPSERT,default,customer-18,Grace,"New York, NY"',
      'DELETE,default,customer-19,,',
    ],
  },
  USER_SEGMENT: {
    lines: [
      { operation: 'UPDATE', ...account, segment_id: 'buyers', expiration_duration: 43_200, data_bag: { rank: 1 } },
      { operation: 'UPDATE', email_hash, segment_id: 'buyers', expiration_ts: 4_102_444_800_000 },
      { operation: 'DELETE', user_agent_id, segment_id: 'buyers' },
    ],
    rows: [
      'operation,compartment_id,user_account_id,segment_id,expiration_duration,data_bag',
      'UPDATE,default,customer-17,buyers,43200,"{""rank"":1}"',
      'DELETE,default,customer-18,buyers,,',
    ],
  },
  USER_CHOICE: {
    lines: [
      {
        operation: 'UPSERT',
        ...account,
        user_choice: { $processing_id: '7', $choice_ts: 1767225600000, $choice_acceptance_value: true },
      },
      { operation: 'DELETE', user_agent_id, user_choice: { $processing_id: '7' } },
    ],
  },
  USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS: {
    lines: [{ identifiers: declared }],
    rows: [
      'compartment_id,user_account_id,email_hash,user_agent_id',
      `default,customer-17,${email_hash},${user_agent_id}`,
      'default,customer-18,,web:1:5d0e77a2',
    ],
  },
  USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS: {
    lines: [{ identifiers: [declared[0], declared[2]] }, { identifiers: [declared[0], declared[1]] }],
  },
  USER_IDENTIFIERS_DELETION: { lines: declared },
  USER_POINTS_DELETION: {
    lines: [...declared, { type: 'USER_POINT', user_point_id: '1f0d6b9a-6d0c-8b3e-9c55-0d2f4a7be101' }],
  },
};

/** Whether files of this type can be tables: each row is one line. */
export const isTabular = (document_type: DocumentType): boolean => importTemplates[document_type].rows !== undefined;

/** The text of a file of NDJSON. */
export const templateLines = (document_type: DocumentType): string =>
  importTemplates[document_type].lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** The text of a CSV file; undefined if the type cannot be one. */
export const templateRows = (document_type: DocumentType): string | undefined =>
  importTemplates[document_type].rows?.map((row) => `${row}\n`).join('');
