import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import type { Operation } from '@tributary/contracts/endpoints/operation';
import type { z } from 'zod';

/**
 * Makes a method of a controller serve an operation: requests with its method and path come here, and are answered with 200.
 *
 * @example
 *   @Serves(listChannels)
 *   list(@Query(parse(listChannels.query)) query: ListQuery)
 */
export const Serves = ({ method, path }: Pick<Operation, 'method' | 'path'>): MethodDecorator =>
  applyDecorators(RequestMapping({ method: RequestMethod[method], path }), HttpCode(200));

/** The schema of the JSON body of an operation. */
export const bodyOf = <Schema extends z.ZodType>(operation: {
  body: { 'application/json': { schema: Schema } };
}): Schema => operation.body['application/json'].schema;
