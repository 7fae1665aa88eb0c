import { Controller, Param, Query, Req, Res } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { badData } from '@tributary/contracts/errors';
import { isJunkIdentifier } from '@tributary/contracts/tracking/identifier';
import { isJunkMessage } from '@tributary/contracts/tracking/junk';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { parse } from '@tributary/http/parse';
import { DirectoryStore } from '@tributary/security/directory.store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeedQuery } from '@tributary/contracts/collecting/feed-query';
import { LiveFeed } from './live-feed.js';

const { followUserActivities } = tracking.operations;

@Controller()
export class LiveFeedController {
  constructor(
    private readonly feed: LiveFeed,
    private readonly directory: DirectoryStore,
  ) {}

  @Serves(followUserActivities)
  async follow(
    @Param('datamart_id', parse(IntegerId)) datamart_id: string,
    @Query(parse(followUserActivities.query)) query: FeedQuery,
    @CurrentCaller() { user_id }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { identifier } = query;
    if (identifier && isJunkIdentifier(identifier, this.directory.junkExceptionsOf(datamart_id)))
      throw badData(`identifier: ${isJunkMessage}`);
    void reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    // The answer to HEAD has no events, so it takes no place of a viewer.
    if (request.method === 'HEAD') return void reply.send('');
    const organisation_id = this.directory.organisationOf(datamart_id) ?? '';
    const viewer = await this.feed.open({ organisation_id, datamart_id }, query);
    // Audit: logged as a warning, so that it shows at the default level.
    request.log.warn({ datamart_id, user_id }, 'live feed opened');
    await reply.send(viewer);
  }
}
