import type { DocumentImport } from '../generated/types.gen.js';

export type DocumentType = DocumentImport['document_type'];
export type MimeType = DocumentImport['mime_type'];
export type Priority = DocumentImport['priority'];

interface DocumentTypeInfo {
  label: string;
  /** The effect of each line. */
  effect: string;
  /** The fields that each line needs. */
  needs: string;
  /** Whether the API takes it as CSV. */
  csv: boolean;
  /** Whether its lines remove data of people. */
  removes?: boolean;
}

const oneIdentifier = 'exactly one of user_account_id, email_hash and user_agent_id';

export const documentTypes: Readonly<Record<DocumentType, DocumentTypeInfo>> = {
  USER_ACTIVITY: {
    label: 'Activities',
    effect: 'Each line is an activity, as live tracking sends it.',
    needs: '$type, and an identifier in $user_identifiers',
    csv: false,
  },
  USER_PROFILE: {
    label: 'Profiles',
    effect: 'Each line writes or deletes a profile.',
    needs: `operation (UPSERT or DELETE), ${oneIdentifier}, and user_profile to write`,
    csv: true,
  },
  USER_SEGMENT: {
    label: 'Segments',
    effect: 'Each line puts a person into a segment, or takes them out of it.',
    needs: `operation (UPDATE or DELETE), ${oneIdentifier}, and segment_id or segment_technical_name`,
    csv: true,
  },
  USER_CHOICE: {
    label: 'Choices',
    effect: 'Each line writes or deletes what a person has chosen about a processing.',
    needs: `operation (UPSERT or DELETE), ${oneIdentifier}, and user_choice`,
    csv: false,
  },
  USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS: {
    label: 'Identifier associations',
    effect: 'Each line joins the identifiers of one person.',
    needs: 'identifiers: at least one, each with its type',
    csv: true,
  },
  USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS: {
    label: 'Identifier dissociations',
    effect: 'Each line splits identifiers off from the person of the first one.',
    needs: 'identifiers: at least two, each with its type. The first one stays',
    csv: false,
    removes: true,
  },
  USER_IDENTIFIERS_DELETION: {
    label: 'Identifier deletions',
    effect: 'Each line removes an identifier from its person.',
    needs: 'type, and the identifier of that type',
    csv: false,
    removes: true,
  },
  USER_POINTS_DELETION: {
    label: 'Erasures of people',
    effect: 'Each line erases a person with everything stored about them. This cannot be undone.',
    needs: 'type, and the identifier of that type, or USER_POINT with user_point_id',
    csv: false,
    removes: true,
  },
};

export const documentTypeNames = Object.keys(documentTypes) as DocumentType[];

export const mimeTypes: Readonly<Record<MimeType, { label: string; contentType: string }>> = {
  APPLICATION_X_NDJSON: { label: 'NDJSON: one JSON object per line', contentType: 'application/x-ndjson' },
  TEXT_CSV: { label: 'CSV with a header row', contentType: 'text/csv' },
};

export const mimeTypesOf = (document_type: DocumentType): MimeType[] =>
  documentTypes[document_type].csv ? ['APPLICATION_X_NDJSON', 'TEXT_CSV'] : ['APPLICATION_X_NDJSON'];
