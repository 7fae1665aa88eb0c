import {
  AssociationLine,
  DeclaredIdentifier,
  DissociationLine,
  PointDeletionLine,
} from '@tributary/contracts/imports/import-lines';
import { declaredIdentifier, declaredIdentifiers } from './line-identifier.js';
import { conforming, type ReadLine } from './line.js';

/** USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS: the identifiers belong to one person. */
export const readAssociationLine: ReadLine = (line) => ({
  kind: 'associate',
  identifiers: declaredIdentifiers(conforming(AssociationLine, line).identifiers),
});

/** USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS: the first identifier stays with the person, the others are split off. */
export const readDissociationLine: ReadLine = (line) => ({
  kind: 'dissociate',
  identifiers: declaredIdentifiers(conforming(DissociationLine, line).identifiers),
});

/** USER_IDENTIFIERS_DELETION: the identifier belongs to no person any more. */
export const readIdentifierDeletionLine: ReadLine = (line) => ({
  kind: 'delete_identifier',
  identifier: declaredIdentifier(conforming(DeclaredIdentifier, line)),
});

/** USER_POINTS_DELETION: erases the person. */
export const readPointDeletionLine: ReadLine = (line) => {
  const given = conforming(PointDeletionLine, line);
  return given.type === 'USER_POINT'
    ? { kind: 'delete_point', user_point_id: given.user_point_id.toLowerCase() }
    : { kind: 'delete_point', identifier: declaredIdentifier(given) };
};
