import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { Route } from '@tributary/contracts/endpoints/route';
import { ApiError, unavailable } from '@tributary/contracts/errors';
import { Access, refusalOf } from '@tributary/security/access';
import { AccessMissLookup } from './access-miss-lookup.js';
import { lookupQuestion, type AccessRequest } from './access-request.js';
import { Authenticator } from './authenticator.js';

/** Whether the bus has delivered everything that was published before this gateway started. */
export abstract class CatchUpState {
  abstract hasCaughtUp(): boolean;
}

/** The one place that authenticates and authorizes requests of /v1. */
@Injectable()
export class AccessPolicy {
  private hasAllCredentials = false;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly access: Access,
    private readonly state: CatchUpState,
    private readonly lookup: AccessMissLookup,
  ) {}

  /** Returns the caller, or a promise of it if admin must be asked first. Throws the error that the client gets. */
  authorize(request: AccessRequest): Caller | Promise<Caller> {
    return this.decide(request, () => this.evaluate(request));
  }

  /** Refuses a signed request whose key cannot be valid. Its body is not read. */
  requireKey(request: AccessRequest, key_id: string): void | Promise<void> {
    return this.decide(request, () => this.authenticator.requireKey(key_id));
  }

  private decide<Decision>(request: AccessRequest, evaluate: () => Decision): Decision | Promise<Decision> {
    // Until the gateway has caught up, it may not know a valid token yet.
    this.hasAllCredentials ||= this.state.hasCaughtUp();
    if (!this.hasAllCredentials) throw unavailable('the gateway is starting');
    try {
      return evaluate();
    } catch (refusal) {
      const pending = this.lookUp(request, refusal);
      if (!pending) throw refusal;
      return pending.then(evaluate);
    }
  }

  private evaluate({ route, credential, named }: AccessRequest): Caller {
    const { role } = route;
    const caller = this.authenticator.authenticate(credential);
    if (caller.datamart_ids && !isOfDatamarts(route)) throw refusalOf(caller);
    for (const { datamart_id, organisation_id, community_id } of named) {
      if (datamart_id !== undefined) this.access.requireDatamart(caller, datamart_id, role);
      if (organisation_id !== undefined) this.access.requireOrganisation(caller, organisation_id, role);
      if (community_id !== undefined) this.access.requireCommunity(caller, community_id, role);
    }
    return caller;
  }

  /**
   * The gateway may refuse a request because a change has not reached it yet. Admin is asked even if the gateway knows
   * the credential or the tenant (a wrong digest under a known key, a foreign datamart): otherwise response times would
   * reveal what exists.
   */
  private lookUp(request: AccessRequest, refusal: unknown): Promise<void> | undefined {
    const question = lookupQuestion(refusal instanceof ApiError ? refusal.code : undefined, request);
    return question && this.lookup.lookUp(question);
  }
}

/** Whether credentials of some datamarts may use a route. A datamart in the query makes none of it: its owner may ignore it. */
const isOfDatamarts = ({ path, namesNoDatamart }: Route) => namesNoDatamart ?? path.includes('/:datamart_id');
