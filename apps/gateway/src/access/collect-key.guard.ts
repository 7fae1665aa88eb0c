import { Injectable } from '@nestjs/common';
import { allowsOrigin } from '@tributary/contracts/admin/allowed-origin';
import type { Caller } from '@tributary/contracts/admin/access';
import { forbidden, notFound } from '@tributary/contracts/errors';
import '@tributary/http/caller';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CollectKeyMetrics } from '../collect-keys/collect-key-metrics.js';
import type { CollectKey } from '../collect-keys/collect-key.js';
import { isPreflight, pageHeaders } from '../collect-keys/page-headers.js';
import { leavesOutPipeline } from '../processing-pipeline.js';
import type { Route } from '@tributary/contracts/endpoints/route';
import { AccessPolicy } from './access.policy.js';
import { collectKeyError } from './authenticator.js';
import { CredentialsStore } from './credentials.store.js';
import { namedIds } from './named-ids.js';

/** The key that a request shows, known or not, and its route. */
interface ShownKey {
  route: Route;
  value: string;
}

/** Checks requests of web pages and apps: those with a collect key, and the preflights of browsers before them. */
@Injectable()
export class CollectKeyGuard {
  constructor(
    private readonly policy: AccessPolicy,
    private readonly credentials: CredentialsStore,
    private readonly metrics: CollectKeyMetrics,
  ) {}

  /** @throws RESOURCE_NOT_FOUND unless pages of the origin may send activities to the datamart */
  checkPreflight(request: FastifyRequest): void {
    const { origin = '' } = request.headers;
    if (!isPreflight(request) || !this.credentials.allowsOrigin(datamartOf(request), origin)) throw notFound();
  }

  /** Lets a page read the answer, an error too, if any collect key of the datamart allows its origin. */
  openAnswer(request: FastifyRequest, reply: FastifyReply, { collectKey }: Route): void {
    const { origin } = request.headers;
    if (collectKey && origin !== undefined && this.credentials.allowsOrigin(datamartOf(request), origin))
      void reply.headers(pageHeaders(origin));
  }

  /**
   * Sets the caller and the key. A refusal by the route comes first: it reveals nothing of the key.
   *
   * @param value the key as shown
   */
  check(request: FastifyRequest, reply: FastifyReply, { route, value }: ShownKey): Promise<void> | undefined {
    this.openAnswer(request, reply, route);
    if (!route.collectKey || leavesOutPipeline(request.query))
      throw forbidden('A collect key sends activities, to be processed as configured, and does nothing else');
    const named = [namedIds(request.params), namedIds(request.query)];
    const authorized = this.policy.authorize({ route, named, credential: { collect_key: value } });
    const admit = (caller: Caller) => {
      const key = this.credentials.findCollectKey(value);
      if (!key) throw collectKeyError();
      // A key that was looked up a moment ago is not among those of its datamart yet.
      this.requireOrigin(request, reply, key);
      request.caller = caller;
      request.collectKey = key;
      readTextAsJson(request);
    };
    if (authorized instanceof Promise) return authorized.then(admit);
    admit(authorized);
    return undefined;
  }

  /** Servers and apps send no origin. */
  private requireOrigin({ headers: { origin } }: FastifyRequest, reply: FastifyReply, { allowed_origins }: CollectKey) {
    if (origin === undefined) return;
    if (allowsOrigin(allowed_origins, origin)) return void reply.headers(pageHeaders(origin));
    this.metrics.refused('origin');
    throw forbidden('The collect key does not allow pages of this origin (allowed_origins)');
  }
}

const datamartOf = ({ params }: FastifyRequest) => (params as { datamart_id: string }).datamart_id;

/** A beacon cannot name another type without a preflight, for which a page that is left has no time. */
function readTextAsJson({ raw: { headers } }: FastifyRequest): void {
  if (/^\s*text\/plain\s*(;|$)/i.test(headers['content-type'] ?? '')) headers['content-type'] = 'application/json';
}
