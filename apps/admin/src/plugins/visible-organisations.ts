import type { Caller } from '@tributary/contracts/access';
import { Raw, type FindOperator } from 'typeorm';

/** Organisations in which the caller has a role; an admin of a community has one in all of its organisations. */
export function visibleTo({ roles }: Caller): FindOperator<string> {
  const held = roles.map(({ organisation_id }) => organisation_id);
  const administered = roles.flatMap(({ organisation_id, role }) =>
    role === 'COMMUNITY_ADMIN' ? [organisation_id] : [],
  );
  return Raw(
    (column) => `${column} in (
      select id from organisations
      where id = any(cast(:held as bigint[])) or community_id in (
        select community_id from organisations where id = any(cast(:administered as bigint[]))))`,
    { held, administered },
  ) as FindOperator<string>;
}
