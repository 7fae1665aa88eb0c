import { SegmentMember, SegmentMembersQuery } from '../../people/listed-person.js';
import {
  AudienceSegment,
  AudienceSegmentInput,
  AudienceSegmentListQuery,
  NewAudienceSegment,
  NewAudienceSegmentQuery,
} from '../../tracking/audience-segment.js';
import { UserSegment, UserSegmentInput } from '../../tracking/user-segment.js';
import { z } from 'zod';
import { aMember } from '../examples/export.examples.js';
import { del, deleted, get, json, ndjson, one, page, post, put, type Section } from '../operation.js';

const segment = '/audience_segments/:audience_segment_id';
const membership = '/datamarts/:datamart_id/user_points/:user_point/user_segments/:segment_id';
/** No schema of JSON describes lines. */
const Members = z
  .string()
  .describe('`{user_point_id, identifiers, expiration_ts?, data_bag?}` per line, then the end.');

const nameIsTaken = 'technical_name: another segment of the datamart has it';

export const audienceSegments = {
  tag: 'Audience segments',
  owner: 'tracking-ingest',
  description: 'Segments of a datamart, and the people in them.',
  operations: {
    listAudienceSegments: get('/audience_segments', 'READER', {
      summary: 'List the segments of an organisation',
      query: AudienceSegmentListQuery,
      answer: page(AudienceSegment, 'A page of segments.'),
    }),
    createAudienceSegment: post('/audience_segments', 'EDITOR', {
      summary: 'Register a segment',
      description: 'People may also be in segments that are not registered.',
      query: NewAudienceSegmentQuery,
      body: json(NewAudienceSegment, {
        buyers: {
          organisation_id: '1',
          datamart_id: '1',
          name: 'Buyers',
          technical_name: 'buyers',
          short_description: 'People who have bought within the last 30 days',
          default_ttl: 2_592_000_000,
          type: 'USER_LIST',
        },
      }),
      answer: one(AudienceSegment, 'The new segment.'),
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION: `query and body name different organisations, the datamart belongs to another organisation, or ${nameIsTaken}`,
      },
    }),
    getAudienceSegment: get(segment, 'READER', {
      summary: 'Read a segment',
      answer: one(AudienceSegment, 'The segment.'),
    }),
    updateAudienceSegment: put(segment, 'EDITOR', {
      summary: 'Change a segment',
      description: 'Its datamart stays the same. A changed `default_ttl` applies to later writes.',
      body: json(AudienceSegmentInput, {
        recent_buyers: { name: 'Recent buyers', technical_name: 'recent_buyers', type: 'USER_LIST', paused: true },
      }),
      answer: one(AudienceSegment, 'The updated segment.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: nameIsTaken },
    }),
    deleteAudienceSegment: del(segment, 'EDITOR', {
      summary: 'Delete a segment',
      description:
        'Its memberships end, also in reports, within 60 s for a segment of a million people. This cannot be undone. Later ' +
        'lines of imports and memberships with its id start a segment that is not registered.',
      answer: deleted,
    }),
    exportSegmentMembers: get(`${segment}/members`, 'EDITOR', {
      summary: 'Read all members of a segment',
      description:
        'A line for each member, as of the start of the request, and `{"end":true,"count":n}` as the last one: without it the ' +
        'stream is incomplete. It lasts 10 minutes at most, and ends early if the client reads less than 64 KiB/s.',
      answer: {
        description: 'Members and the end, as lines of JSON.',
        content: ndjson(Members, { one_member: [aMember, { end: true, count: 1 }] }),
      },
      errors: { SERVICE_UNAVAILABLE: 'also while two exports run in each process of the service' },
    }),
    listSegmentMembers: get(`${segment}/user_points`, 'READER', {
      summary: 'List the members of a segment',
      description:
        'In the order in which they became known. Each page is recorded in the audit as a read of the segment. For all of a ' +
        'large segment, `after` is faster than `first_result`, and `/members` is one stream.',
      query: SegmentMembersQuery,
      answer: page(SegmentMember, 'A page of members.'),
    }),
    putUserSegment: put(membership, 'EDITOR', {
      summary: 'Put a person into a segment',
      description:
        'Replaces an earlier membership. Without an expiration the `default_ttl` of the segment applies. The segment need ' +
        'not be registered. An unknown identifier creates its user point.',
      body: json(UserSegmentInput, {
        with_data: { data_bag: { level: 3 } },
        for_an_hour: { expiration_duration: 60 },
        until: { expiration_ts: 1_826_797_991_709 },
      }),
      answer: one(UserSegment, 'The membership.'),
    }),
    deleteUserSegment: del(membership, 'EDITOR', {
      summary: 'Take a person out of a segment',
      description: 'Succeeds also if the person is not in the segment, or if no person has the identifier.',
      answer: deleted,
    }),
  },
} satisfies Section;
