import { declaredIdentifiers, identifierToDelete } from '@tributary/contracts/imports/declared-identifiers';
import {
  AssociationLine,
  DeclaredIdentifier,
  DissociationLine,
  PointDeletionLine,
} from '@tributary/contracts/imports/import-lines';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { conforming, type LineContext, type ReadLine } from './line.js';

/** USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS: the identifiers belong to one person. */
export const readAssociationLine: ReadLine = (line, context) => ({
  kind: 'associate',
  identifiers: identifiersIn(conforming(AssociationLine, line, context), 1, context),
});

/** USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS: the first identifier stays with the person, the others are split off. */
export const readDissociationLine: ReadLine = (line, context) => ({
  kind: 'dissociate',
  identifiers: identifiersIn(conforming(DissociationLine, line, context), 2, context),
});

function identifiersIn(line: AssociationLine, least: 1 | 2, { leaveOut, junkExceptions }: LineContext): Identifier[] {
  const { identifiers, junk } = declaredIdentifiers(line, least, junkExceptions);
  leaveOut?.(junk);
  return identifiers;
}

/** USER_IDENTIFIERS_DELETION: the identifier belongs to no person any more. */
export const readIdentifierDeletionLine: ReadLine = (line, context) => ({
  kind: 'delete_identifier',
  identifier: identifierToDelete(conforming(DeclaredIdentifier, line, context)),
});

/** USER_POINTS_DELETION: erases the person. */
export const readPointDeletionLine: ReadLine = (line, context) => {
  const given = conforming(PointDeletionLine, line, context);
  return given.type === 'USER_POINT'
    ? { kind: 'delete_point', user_point_id: given.user_point_id.toLowerCase() }
    : { kind: 'delete_point', identifier: identifierToDelete(given) };
};
