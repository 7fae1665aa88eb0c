import { Body, Controller, Param, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { credentialIdOf } from '@tributary/contracts/admin/access';
import type { ActivityReceipt, ActivityReceipts } from '@tributary/contracts/tracking/activity';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import '@tributary/http/caller';
import '@tributary/http/ndjson-body';
import { CredentialsStore } from '../access/credentials.store.js';
import '../access/request.guard.js';
import '../collect-keys/collect-key.js';
import { ok, type Ok } from '@tributary/http/responses';
import { maxPlanSteps } from '@tributary/http/tracking-plan/enforce-plan';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { DirectoryStore } from '@tributary/security/directory.store';
import { bodyHashOf, type BodyHash } from '@tributary/security/body-hash';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { ActivityCollector } from './activity-collector.js';
import { keyedIdempotencyKey } from './activity-id.js';
import { publicCredentialOf } from '../collect-keys/public-credential.js';
import { usesPipeline } from '../processing-pipeline.js';
import { isBotAgent } from '@tributary/contracts/tracking/bots';
import type { IncomingHttpHeaders } from 'node:http';

/** Each browser begins so, also one that a crawler renders pages with. */
const ofBrowser = 'Mozilla/';

/**
 * Whether a page sends the request, from a browser that says that it is a bot. Only a page has an origin: the `User-Agent` of
 * a server or an app is that of its HTTP client, and one that is no browser's that of a proxy, which writes its own name for
 * all people behind it (`Amazon CloudFront`). The list takes both for bots. The header is judged, and not kept.
 */
const isBotPage = ({ origin, 'user-agent': userAgent = '' }: IncomingHttpHeaders): boolean =>
  origin !== undefined && userAgent.startsWith(ofBrowser) && isBotAgent(userAgent);

const { collectUserActivity } = tracking.operations;

@Controller()
export class ActivitiesController {
  private readonly bodyHash: BodyHash;

  constructor(
    private readonly collector: ActivityCollector,
    private readonly directory: DirectoryStore,
    private readonly keyring: SecretsKeyring,
    private readonly credentials: CredentialsStore,
    private readonly plans: TrackingPlans,
  ) {
    this.bodyHash = bodyHashOf(keyring);
  }

  @Serves(collectUserActivity)
  @RouteConfig({ takesNdjson: true } satisfies FastifyContextConfig)
  async collect(
    @Param('datamart_id') datamart_id: string,
    @Body() body: unknown,
    @Req() { bodyText: text = '', caller, collectKey, headers, id, query, signature }: FastifyRequest,
  ): Promise<Ok<ActivityReceipt | ActivityReceipts>> {
    const key = joined(headers['idempotency-key']);
    const rules = this.plans.rulesOf(datamart_id);
    const user_id = caller?.user_id ?? '';
    const source = {
      datamart_id,
      received_ts: Date.now(),
      request_id: id,
      idempotencyKey: key && !signature ? keyedIdempotencyKey(key, { datamart_id, user_id }, this.keyring) : undefined,
      signature,
      collectKey,
      isBotPage: collectKey !== undefined && isBotPage(headers),
      token_id: caller && credentialIdOf(caller),
      publicCredential: publicCredentialOf({ collectKey, signature }, this.credentials),
      isAnalyzed: usesPipeline(query),
      leavesOutBots: (channel_id: string) => this.directory.leavesOutBots(datamart_id, channel_id),
      plan: rules && { rules, budget: { left: maxPlanSteps } },
      junkExceptions: this.directory.junkExceptionsOf(datamart_id),
      bodyHash: this.bodyHash,
    };
    if (Buffer.isBuffer(body)) return ok(await this.collector.collectLines(body, source));
    return ok(await this.collector.collect({ value: body, text }, source));
  }
}

/** Joins a header that was sent twice. */
const joined = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header);
