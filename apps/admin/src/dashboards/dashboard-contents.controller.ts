import { Controller, Param, Query, Req, Res } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ContentQuery, ContentVersionsQuery, DashboardQuery } from '@tributary/contracts/admin/dashboard-queries';
import { dashboards } from '@tributary/contracts/endpoints/admin/dashboards.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import '@tributary/http/caller';
import { CurrentCaller } from '@tributary/http/current-caller';
import { entityTag, isUnchanged } from '@tributary/http/entity-tag';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DashboardContentEntity } from './dashboard-content.entity.js';
import { DashboardContentsRepository } from './dashboard-contents.repository.js';

const { getDashboardContent, putDashboardContent, listDashboardContentVersions } = dashboards.operations;

@Controller()
export class DashboardContentsController {
  constructor(private readonly contents: DashboardContentsRepository) {}

  @Serves(getDashboardContent)
  async get(
    @Param('dashboard_id', resourceId) id: string,
    @Query(parse(getDashboardContent.query)) { organisation_id, version }: ContentQuery,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const wrapper = await this.contents.get({ id, organisation_id }, version);
    void reply.header('etag', entityTag(wrapper.id));
    if (!isUnchanged(headers, wrapper.id)) return contentResponse(wrapper, reply);
    void reply.code(304);
    return undefined;
  }

  @Serves(putDashboardContent)
  async replace(
    @Param('dashboard_id', resourceId) id: string,
    @Query(parse(putDashboardContent.query)) { organisation_id }: DashboardQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    parseOrThrow(bodyOf(putDashboardContent), request.body);
    const writing = { user_id: caller.user_id, now: Date.now() };
    const content = request.bodyText ?? '';
    const wrapper = await this.contents.insert({ id, organisation_id }, content, writing, request.headers);
    void reply.header('etag', entityTag(wrapper.id));
    return contentResponse(wrapper, reply);
  }

  @Serves(listDashboardContentVersions)
  async list(
    @Param('dashboard_id', resourceId) id: string,
    @Query(parse(listDashboardContentVersions.query)) { organisation_id, ...page }: ContentVersionsQuery,
  ) {
    return paged(await this.contents.list({ id, organisation_id }, page), page);
  }
}

/** Builds the envelope as text to return the content unchanged: parsing could alter its numbers and the order of its keys. */
function contentResponse(
  { id, content, organisation_id, created_ts, created_by }: DashboardContentEntity,
  reply: FastifyReply,
) {
  const rest = JSON.stringify({ id, organisation_id, created_ts, created_by }).slice(1, -1);
  void reply.type('application/json');
  return `{"status":"ok","data":{"content":${content},${rest}}}`;
}
