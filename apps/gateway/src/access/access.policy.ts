import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AccessQuestion, Caller } from '@tributary/contracts/access';
import { ApiError, unavailable } from '@tributary/contracts/errors';
import { mayBeToken } from '@tributary/contracts/token-value';
import { Access } from '@tributary/security/access';
import type { Route } from '../routes.js';
import { Authenticator, type Credential } from './authenticator.js';
import { mayBeId, mayBeKeyId } from './may-be-known.js';
import { MissedAccess } from './missed-access.js';
import type { NamedIds } from './named-ids.js';

/** Tells, from the bus, whether this gateway has heard of all that was there when it started. */
export abstract class CatchUpState {
  abstract hasCaughtUp(): boolean;
}

/** A request as the policy sees it. */
export interface Visit {
  route: Route;
  credential: Credential;
  /** The ids of the path and those of the query. */
  named: NamedIds[];
}

/** Who is calling, and may they do that there: the one place where a request of /v1 is let in. */
@Injectable()
export class AccessPolicy {
  private knowsCallers = false;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly access: Access,
    private readonly state: CatchUpState,
    private readonly missed: MissedAccess,
  ) {}

  /** The caller, let in by the rule of the route; a promise of one if admin must be asked. Throws the error to answer with. */
  admit(visit: Visit): Caller | Promise<Caller> {
    // Before that a valid token may still be unknown here: nobody is judged.
    this.knowsCallers ||= this.state.hasCaughtUp();
    if (!this.knowsCallers) throw unavailable('the gateway is starting');
    try {
      return this.judge(visit);
    } catch (refusal) {
      const learned = this.learnAbout(visit, refusal);
      if (!learned) throw refusal;
      return learned.then(() => this.judge(visit));
    }
  }

  private judge({ route: { role }, credential, named }: Visit): Caller {
    const caller = this.authenticator.authenticate(credential);
    for (const { datamart_id, organisation_id, community_id } of named) {
      if (datamart_id !== undefined) this.access.requireDatamart(caller, datamart_id, role);
      if (organisation_id !== undefined) this.access.requireOrganisation(caller, organisation_id, role);
      if (community_id !== undefined) this.access.requireCommunity(caller, community_id, role);
    }
    return caller;
  }

  /**
   * A refusal may come of what this gateway has not heard of yet. Admin is asked about what is known here, too (a wrong
   * digest under a good key, a datamart of somebody else), so that the time of an answer tells nothing.
   */
  private learnAbout({ credential, named }: Visit, refusal: unknown): Promise<void> | undefined {
    switch (refusal instanceof ApiError ? refusal.code : undefined) {
      case 'TOKEN_ERROR':
        return 'token' in credential ? this.learnToken(credential.token) : undefined;
      case 'MAC_ERROR':
        return 'signed' in credential ? this.learnKey(credential.signed.key_id) : undefined;
      case 'AUTHORIZATION_ERROR':
        return this.learnOwners(named);
      default:
        return undefined;
    }
  }

  private learnToken(token: string): Promise<void> | undefined {
    if (!mayBeToken(token)) return undefined;
    return this.missed.learn({ token_sha256: createHash('sha256').update(token).digest('hex') });
  }

  private learnKey(key_id: string): Promise<void> | undefined {
    return mayBeKeyId(key_id) ? this.missed.learn({ key_id }) : undefined;
  }

  private learnOwners(named: NamedIds[]): Promise<void> | undefined {
    const question: AccessQuestion = {};
    for (const { datamart_id, organisation_id } of named) {
      if (datamart_id !== undefined && mayBeId(datamart_id)) question.datamart_id = datamart_id;
      if (organisation_id !== undefined && mayBeId(organisation_id)) question.organisation_id = organisation_id;
    }
    return Object.keys(question).length > 0 ? this.missed.learn(question) : undefined;
  }
}
