import type { Client } from '@tributary/client/generated/client/types.gen';
import { getConnectedUser } from '@tributary/client/generated/sdk.gen';
import type { ConnectedUser } from '@tributary/client/generated/types.gen';
import { ToolFailure } from './answers/tool-failure.js';
import type { Subject } from './tools/tool.js';

/** How a transport spells the ways out of a failure. */
export interface Wording {
  /** How an agent is given a datamart. */
  choose: (datamart_id: string) => string;
  /** The option that shows addresses. */
  addresses: string;
}

interface Wanted {
  client: Client;
  /** The only one of the caller if absent. */
  datamart_id: string | undefined;
  showsAddresses: boolean;
}

/** The datamart that an agent works in, with its name. @throws ToolFailure */
export async function findSubject(
  { client, datamart_id, showsAddresses }: Wanted,
  { choose, addresses }: Wording,
): Promise<Subject & { name: string }> {
  const caller = (await getConnectedUser({ client })).data.data;
  const found = chooseDatamart(caller, datamart_id, choose);
  if (showsAddresses && !mayEdit(caller, found.organisation_id))
    throw new ToolFailure(`${addresses} needs the role EDITOR`, 'The token has a lower one.');
  return { client, datamart_id: found.id, organisation_id: found.organisation_id, name: found.name };
}

type Datamart = ConnectedUser['datamarts'][number];

function chooseDatamart({ datamarts }: ConnectedUser, id: string | undefined, choose: Wording['choose']): Datamart {
  const [only, ...others] = id === undefined ? datamarts : datamarts.filter((one) => one.id === id);
  if (!only)
    throw new ToolFailure(
      id === undefined ? 'The token has a role in no datamart.' : `The token has no role in datamart ${id}.`,
    );
  if (others.length === 0) return only;
  const listed = datamarts.slice(0, 20).map((one) => `${choose(one.id)}  ${one.name}`);
  throw new ToolFailure('The token has several datamarts. Choose one:', listed.join('\n'));
}

function mayEdit({ roles, credential }: ConnectedUser, organisation_id: string): boolean {
  if (credential?.role === 'READER') return false;
  return roles.some(
    (each) => each.role === 'COMMUNITY_ADMIN' || (each.organisation_id === organisation_id && each.role !== 'READER'),
  );
}
