import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/access';
import { ApiError, badData, unavailable } from '@tributary/contracts/errors';
import { Access } from '@tributary/security/access';
import type { Route } from '../routes.js';
import { CredentialsStore } from './credentials.store.js';

/** Tells, from the bus, whether this gateway has heard of all that was there when it started. */
export abstract class CatchUpState {
  abstract hasCaughtUp(): boolean;
}

const tenantIds = ['datamart_id', 'organisation_id', 'community_id'] as const;

/** What a path or query names, and the caller must have a role in. */
export type NamedIds = Partial<Record<(typeof tenantIds)[number], string>>;

/** @throws BAD_REQUEST_DATA for an id that is no integer */
export function namedIds(...sources: unknown[]): NamedIds {
  const ids: NamedIds = {};
  for (const source of sources as Record<string, unknown>[])
    for (const name of tenantIds) {
      const id = source[name];
      if (id === undefined) continue;
      if (typeof id !== 'string' || !/^-?\d+$/.test(id)) throw badData(`${name}: must be an integer`);
      ids[name] = id;
    }
  return ids;
}

/** Who is calling, and may they do that there: the one place where a request of /v1 is let in. */
@Injectable()
export class AccessPolicy {
  private knowsCallers = false;

  constructor(
    private readonly credentials: CredentialsStore,
    private readonly access: Access,
    private readonly state: CatchUpState,
  ) {}

  /** The caller, let in by the rule of the route. Throws the error to answer with. */
  admit({ role }: Route, authorization: string | undefined, named: NamedIds): Caller {
    // Before that a valid token may still be unknown here: nobody is judged.
    this.knowsCallers ||= this.state.hasCaughtUp();
    if (!this.knowsCallers) throw unavailable('the gateway is starting');
    const caller = this.authenticate(authorization);
    const { datamart_id, organisation_id, community_id } = named;
    if (datamart_id !== undefined) this.access.requireDatamart(caller, datamart_id, role);
    if (organisation_id !== undefined) this.access.requireOrganisation(caller, organisation_id, role);
    if (community_id !== undefined) this.access.requireCommunity(caller, community_id, role);
    return caller;
  }

  /** By the raw token, or the token behind `Bearer`. */
  private authenticate(authorization: string | undefined): Caller {
    if (!authorization) throw new ApiError('AUTHENTICATION_ERROR', 'send an API token in the Authorization header');
    const token = authorization.replace(/^Bearer +/i, '');
    const caller = this.credentials.findByToken(token);
    if (!caller) throw new ApiError('TOKEN_ERROR', 'the API token is malformed, unknown, expired or revoked');
    return caller;
  }
}
