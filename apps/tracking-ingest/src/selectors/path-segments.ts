import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  accountId,
  compartmentId,
  parseAccountSegments,
  decode,
  parseNamedSegment,
  parseSelector,
  type SelectedAccount,
  type UserPointSelector,
} from '@tributary/contracts/tracking/user-point-selector';
import type { FastifyRequest } from 'fastify';

/** The person in a path with `:datamart_id` and `:user_point`. */
export interface UserPointPath {
  datamart_id: string;
  selector: UserPointSelector;
}

/** One of the person's profiles: the path also has `:compartment/:account`. */
export interface ProfilePath extends UserPointPath {
  account: SelectedAccount;
}

/** The person's choices for a processing: the path also has `:processing`. */
export interface ChoicePath extends UserPointPath {
  /** Empty when the segment has none. */
  processing_id: string;
}

/** One of the person's memberships: the path also has `:segment_id`. */
export interface MembershipPath extends UserPointPath {
  segment_id: string;
}

/** A segment of the path as sent. Fastify's parameters are decoded: there an encoded comma equals a bare one. */
function segment({ url, routeOptions }: FastifyRequest, parameter: string): string {
  const position = (routeOptions.url ?? '').split('/').indexOf(`:${parameter}`);
  return url.split(/[?#]/, 1)[0]?.split('/')[position] ?? '';
}

const datamartOf = ({ params }: FastifyRequest) => (params as { datamart_id: string }).datamart_id;

const userPointPath = (request: FastifyRequest): UserPointPath => ({
  datamart_id: datamartOf(request),
  selector: parseSelector(segment(request, 'user_point')),
});

const fromRequest = <Path>(read: (request: FastifyRequest) => Path) =>
  createParamDecorator((_data: unknown, context: ExecutionContext): Path =>
    read(context.switchToHttp().getRequest<FastifyRequest>()),
  );

/** A `UserPointPath`. */
export const UserPointInPath = fromRequest(userPointPath);

/** A `UserPointPath` with `:compartment/:account` instead of `:user_point`. */
export const AccountInPath = fromRequest((request): UserPointPath => ({
  datamart_id: datamartOf(request),
  selector: parseAccountSegments(segment(request, 'compartment'), segment(request, 'account')),
}));

/** A `ProfilePath`. */
export const ProfileInPath = fromRequest((request): ProfilePath => ({
  ...userPointPath(request),
  account: {
    compartment_id: compartmentId(parseNamedSegment(segment(request, 'compartment'), 'compartment_id')),
    user_account_id: accountId(parseNamedSegment(segment(request, 'account'), 'user_account_id')),
  },
}));

/** A `ChoicePath`. */
export const ChoiceInPath = fromRequest((request): ChoicePath => ({
  ...userPointPath(request),
  processing_id: parseNamedSegment(segment(request, 'processing'), 'processing_id'),
}));

/** A `MembershipPath`. */
export const MembershipInPath = fromRequest((request): MembershipPath => ({
  ...userPointPath(request),
  segment_id: decode(segment(request, 'segment_id')),
}));
