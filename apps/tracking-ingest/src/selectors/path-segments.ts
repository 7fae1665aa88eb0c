import { createParamDecorator, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import { badData, notFound } from '@tributary/contracts/errors';
import { isJunkMessage } from '@tributary/contracts/tracking/junk';
import {
  accountId,
  asOlder,
  compartmentId,
  decode,
  isJunkSelector,
  parseAccountSegments,
  parseNamedSegment,
  parseSelector,
  type UserPointSelector,
} from '@tributary/contracts/tracking/user-point-selector';
import { DirectoryStore } from '@tributary/security/directory.store';
import type { FastifyRequest } from 'fastify';

/** The person in a path with `:datamart_id` and `:user_point`. */
export interface UserPointPath {
  datamart_id: string;
  selector: UserPointSelector;
}

/** A person to erase. */
export interface ErasurePath extends UserPointPath {
  /** The same path as an older version read it. */
  older: UserPointSelector;
}

/** One of the person's profiles: the path also has `:compartment/:account`. */
export interface ProfilePath extends UserPointPath {
  account: Extract<UserPointSelector, { by: 'user_account' }>;
}

/** The person's choices for a processing: the path also has `:processing`. */
export interface ChoicePath extends UserPointPath {
  /** Empty when the segment has none. */
  processing_id: string;
  /** The ids that a read finds. */
  processing_ids: ProcessingIds;
}

/** Null: all. */
export type ProcessingIds = string[] | null;

/** One of the person's memberships: the path also has `:segment_id`. */
export interface MembershipPath extends UserPointPath {
  segment_id: string;
  /** The ids that a deletion finds. */
  segment_ids: string[];
}

/** A segment of the path as sent. Fastify's parameters are decoded: there an encoded comma equals a bare one. */
function segment({ url, routeOptions }: FastifyRequest, parameter: string): string {
  const position = (routeOptions.url ?? '').split('/').indexOf(`:${parameter}`);
  return url.split(/[?#]/, 1)[0]?.split('/')[position] ?? '';
}

const datamartOf = ({ params }: FastifyRequest) => (params as { datamart_id: string }).datamart_id;

interface RequestedPath<Path> {
  method: string;
  path: Path;
}

/**
 * Junk names no person. Only a deletion may name it: it may have been stored before it was known as junk.
 *
 * @throws RESOURCE_NOT_FOUND for a read, BAD_REQUEST_DATA for a write
 */
@Injectable()
class RequirePerson<Path extends UserPointPath & Partial<ProfilePath>> implements PipeTransform<RequestedPath<Path>> {
  constructor(private readonly directory: DirectoryStore) {}

  transform({ method, path }: RequestedPath<Path>): Path {
    const exceptions = this.directory.junkExceptionsOf(path.datamart_id);
    const isJunk = [path.selector, path.account].some((named) => named && isJunkSelector(named, exceptions));
    if (method === 'DELETE' || !isJunk) return path;
    throw method === 'GET' || method === 'HEAD' ? notFound() : badData(`the identifier in the path ${isJunkMessage}`);
  }
}

const userPointPath = (request: FastifyRequest): UserPointPath => ({
  datamart_id: datamartOf(request),
  selector: parseSelector(segment(request, 'user_point')),
});

function fromRequest<Path extends UserPointPath>(read: (request: FastifyRequest) => Path): () => ParameterDecorator {
  const decorator = createParamDecorator((_data: unknown, context: ExecutionContext): RequestedPath<Path> => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return { method: request.method, path: read(request) };
  });
  return () => decorator(RequirePerson);
}

export const UserPointInPath = fromRequest(userPointPath);

export const ErasedInPath = fromRequest((request): ErasurePath => ({
  ...userPointPath(request),
  older: parseSelector(segment(request, 'user_point'), asOlder),
}));

/** A `UserPointPath` with `:compartment/:account` instead of `:user_point`. */
export const AccountInPath = fromRequest((request): UserPointPath => ({
  datamart_id: datamartOf(request),
  selector: parseAccountSegments(segment(request, 'compartment'), segment(request, 'account')),
}));

export const ProfileInPath = fromRequest((request): ProfilePath => ({
  ...userPointPath(request),
  account: {
    by: 'user_account',
    compartment_id: compartmentId(parseNamedSegment(segment(request, 'compartment'), 'compartment_id').trim()),
    user_account_id: accountId(parseNamedSegment(segment(request, 'account'), 'user_account_id').trim()),
  },
}));

/** The id, and as an older version stored it, with the white space around it. */
const withOlder = (sent: string) => [...new Set([sent.trim(), sent])];

/** The processings that an id of a path or of a query names. Without an id these are all. */
export const processingIds = (sent: string): ProcessingIds => (sent.trim() === '' ? null : withOlder(sent));

export const ChoiceInPath = fromRequest((request): ChoicePath => {
  const sent = parseNamedSegment(segment(request, 'processing'), 'processing_id');
  return { ...userPointPath(request), processing_id: sent.trim(), processing_ids: processingIds(sent) };
});

export const MembershipInPath = fromRequest((request): MembershipPath => {
  const sent = decode(segment(request, 'segment_id'));
  return { ...userPointPath(request), segment_id: sent.trim(), segment_ids: withOlder(sent) };
});
