import { Injectable } from '@nestjs/common';
import type { AccessAnswer, AccessQuestion } from '@tributary/contracts/admin/access';
import { readEntities } from '@tributary/database/entities';
import { DataSource, type EntityManager } from 'typeorm';
import {
  readApiTokens,
  readCollectKeys,
  readDatamarts,
  readMessageAuthenticationKeys,
  readOrganisations,
  readPluginWorkers,
  readSessions,
  readUsers,
} from '../access-events/access-state.js';

interface Found {
  id: string;
  /** The user of a token or key, the organisation of a datamart. */
  owner_id: string;
}

const tokenOf = 'select id, user_id as owner_id from api_tokens where token_sha256 = $1';
const workerOf = `
  select id from plugin_workers where token_sha256 = $1 or previous_token_sha256 = $1`;
const keyOf = 'select id, user_id as owner_id from message_authentication_keys where key_id = $1';
const collectKeyOf = 'select id from collect_keys where key = $1';
const sessionOf = 'select id, user_id as owner_id from sessions where secret_sha256 = $1';
const datamartOf = 'select id, organisation_id as owner_id from datamarts where id = $1';

/** Our ids have at most 18 digits; a longer number would overflow bigint. */
const isId = (text = '') => /^\d{1,18}$/.test(text);
const ids = (found: Pick<Found, 'id'>[]) => found.map(({ id }) => id);
const owners = (found: Found[]) => found.map(({ owner_id }) => owner_id);

/** Answers the look-up of a gateway. Owners come first, so that the gateway can use each entry at once. */
@Injectable()
export class InternalAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(question: AccessQuestion): Promise<AccessAnswer> {
    return readEntities(this.dataSource, async (manager) => ({
      credentials: await findCredentials(manager, question),
      directory: await findDirectoryEntries(manager, question),
    }));
  }
}

async function findCredentials(
  manager: EntityManager,
  { token_sha256, key_id, collect_key, session_sha256 }: AccessQuestion,
) {
  const tokens = token_sha256 === undefined ? [] : await manager.query<Found[]>(tokenOf, [token_sha256]);
  const workers = token_sha256 === undefined ? [] : await manager.query<{ id: string }[]>(workerOf, [token_sha256]);
  const keys = key_id === undefined ? [] : await manager.query<Found[]>(keyOf, [key_id]);
  const sessions = session_sha256 === undefined ? [] : await manager.query<Found[]>(sessionOf, [session_sha256]);
  const collectKeys =
    collect_key === undefined ? [] : await manager.query<{ id: string }[]>(collectKeyOf, [collect_key]);
  return [
    ...(await readUsers(manager, owners([...tokens, ...keys, ...sessions]))),
    ...(await readApiTokens(manager, ids(tokens))),
    ...(await readMessageAuthenticationKeys(manager, ids(keys))),
    ...(await readPluginWorkers(manager, ids(workers))),
    ...(await readCollectKeys(manager, ids(collectKeys))),
    ...(await readSessions(manager, ids(sessions))),
  ];
}

async function findDirectoryEntries(manager: EntityManager, { datamart_id, organisation_id }: AccessQuestion) {
  const datamarts = isId(datamart_id) ? await manager.query<Found[]>(datamartOf, [datamart_id]) : [];
  const named = organisation_id !== undefined && isId(organisation_id) ? [organisation_id] : [];
  return [
    ...(await readOrganisations(manager, [...owners(datamarts), ...named])),
    ...(await readDatamarts(manager, ids(datamarts))),
  ];
}
