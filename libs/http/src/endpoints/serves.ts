import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import type { Operation } from '@tributary/contracts/endpoints/operation';
import type { z } from 'zod';

type Address = Pick<Operation, 'method' | 'path'>;

/**
 * Makes a method of a controller serve an operation: requests with its method and path come here, and are answered with 200.
 *
 * @param others the same operation under other paths
 * @example
 *   @Serves(listChannels)
 *   list(@Query(parse(listChannels.query)) query: ListQuery)
 */
export const Serves = ({ method, path }: Address, ...others: Address[]): MethodDecorator =>
  applyDecorators(
    RequestMapping({ method: RequestMethod[method], path: [path, ...others.map((other) => other.path)] }),
    HttpCode(200),
  );

/** The schema of the JSON body of an operation. */
export const bodyOf = <Schema extends z.ZodType>(operation: {
  body: { 'application/json': { schema: Schema } };
}): Schema => operation.body['application/json'].schema;
