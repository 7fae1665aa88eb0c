import {
  AssociationLine,
  DeclaredIdentifier,
  DissociationLine,
  PointDeletionLine,
} from '@tributary/contracts/import-lines';
import { declaredIdentifier, declaredIdentifiers } from './line-identifier.js';
import { conforming, type ReadLine } from './line.js';

/** USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS: these identify one person. */
export const readAssociationLine: ReadLine = (line) => ({
  kind: 'associate',
  identifiers: declaredIdentifiers(conforming(AssociationLine, line).identifiers),
});

/** USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS: the first stays, each of the others leaves. */
export const readDissociationLine: ReadLine = (line) => ({
  kind: 'dissociate',
  identifiers: declaredIdentifiers(conforming(DissociationLine, line).identifiers),
});

/** USER_IDENTIFIERS_DELETION: nobody is known by this any more. */
export const readIdentifierDeletionLine: ReadLine = (line) => ({
  kind: 'delete_identifier',
  identifier: declaredIdentifier(conforming(DeclaredIdentifier, line)),
});

/** USER_POINTS_DELETION: the person is erased. */
export const readPointDeletionLine: ReadLine = (line) => {
  const given = conforming(PointDeletionLine, line);
  return given.type === 'USER_POINT'
    ? { kind: 'delete_point', user_point_id: given.user_point_id.toLowerCase() }
    : { kind: 'delete_point', identifier: declaredIdentifier(given) };
};
