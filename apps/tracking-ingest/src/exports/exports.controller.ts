import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import { audienceSegments } from '@tributary/contracts/endpoints/tracking-ingest/audience-segments.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { Access } from '@tributary/security/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AudienceSegmentsRepository } from '../audience-segments/audience-segments.repository.js';
import { UserPointInPath, type UserPointPath } from '../selectors/path-segments.js';
import { UserPointsRepository } from '../user-points/user-points.repository.js';
import { SnapshotStreams } from './snapshot-streams.js';
import { writeMembers } from './write-members.js';
import { writePerson } from './write-person.js';

const { exportUserPoint } = tracking.operations;
const { exportSegmentMembers } = audienceSegments.operations;

/** Streams of everything about one person, and of all members of a segment. */
@Controller()
export class ExportsController {
  constructor(
    private readonly streams: SnapshotStreams,
    private readonly segments: AudienceSegmentsRepository,
    private readonly userPoints: UserPointsRepository,
    private readonly access: Access,
    private readonly directory: DirectoryStore,
  ) {}

  @Serves(exportUserPoint)
  async person(
    @UserPointInPath() path: UserPointPath,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    void reply.type('application/json; charset=utf-8');
    if (method === 'HEAD') {
      await this.userPoints.get(path);
      return void reply.send('');
    }
    const organisation_id = this.directory.organisationOf(path.datamart_id) ?? '';
    const now = Date.now();
    await reply.send(await this.streams.open(organisation_id, (client, send) => writePerson(client, path, now, send)));
  }

  @Serves(exportSegmentMembers)
  async members(
    @CurrentCaller() caller: Caller,
    @Param('audience_segment_id', resourceId) segment_id: string,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const owner = await this.segments.ownerOf(segment_id);
    this.access.requireResource(caller, owner, 'EDITOR');
    void reply.type('application/x-ndjson; charset=utf-8');
    if (method === 'HEAD') return void reply.send('');
    const segment = { datamart_id: owner.datamart_id, segment_id };
    const now = Date.now();
    const stream = this.streams.open(owner.organisation_id, (client, send) => writeMembers(client, segment, now, send));
    await reply.send(await stream);
  }
}
