import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { accountId, compartmentId, parseNamedSegment, parseSelector } from './parse-selector.js';

/** A segment of the path as it was sent: in the parameters of Fastify an encoded comma is a comma like any other. */
function rawSegment({ url, routeOptions }: FastifyRequest, parameter: string): string {
  const position = (routeOptions.url ?? '').split('/').indexOf(`:${parameter}`);
  return url.split(/[?#]/, 1)[0]?.split('/')[position] ?? '';
}

const request = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** The `UserPointSelector` of a path with `:user_point`. */
export const SelectedUserPoint = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  parseSelector(rawSegment(request(context), 'user_point')),
);

export interface SelectedAccount {
  compartment_id: string;
  user_account_id: string;
}

/** The account of a path with `:compartment/:account`. */
export const SelectedProfile = createParamDecorator((_data: unknown, context: ExecutionContext): SelectedAccount => {
  const [compartment, account] = [rawSegment(request(context), 'compartment'), rawSegment(request(context), 'account')];
  return {
    compartment_id: compartmentId(parseNamedSegment(compartment, 'compartment_id')),
    user_account_id: accountId(parseNamedSegment(account, 'user_account_id')),
  };
});

/** The processing of a path with `:processing`; empty when it names none. */
export const SelectedProcessing = createParamDecorator((_data: unknown, context: ExecutionContext): string =>
  parseNamedSegment(rawSegment(request(context), 'processing'), 'processing_id'),
);
