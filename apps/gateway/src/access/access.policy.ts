import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/access';
import { ApiError, badData, forbidden, unavailable } from '@tributary/contracts/errors';
import type { Route } from '../routes.js';
import { CredentialsStore } from './credentials.store.js';
import { DirectoryStore } from './directory.store.js';

/** Tells, from the bus, whether this gateway has heard of all that was there when it started. */
export abstract class CatchUpState {
  abstract hasCaughtUp(): boolean;
}

/** Who is calling, and may they do that there: the one place where a request of /v1 is let in. */
@Injectable()
export class AccessPolicy {
  private knowsCallers = false;

  constructor(
    private readonly credentials: CredentialsStore,
    private readonly directory: DirectoryStore,
    private readonly state: CatchUpState,
  ) {}

  /** The caller, let in by the rule of the route. Throws the error to answer with. */
  admit({ role }: Route, authorization: string | undefined, datamart_id: string | undefined): Caller {
    // Before that a valid token may still be unknown here: nobody is judged.
    this.knowsCallers ||= this.state.hasCaughtUp();
    if (!this.knowsCallers) throw unavailable('the gateway is starting');
    const caller = this.authenticate(authorization);
    if (datamart_id !== undefined) {
      if (!/^-?\d+$/.test(datamart_id)) throw badData('datamart_id: must be an integer');
      if (!this.directory.mayUseDatamart(caller, datamart_id, role)) throw forbidden();
    }
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
