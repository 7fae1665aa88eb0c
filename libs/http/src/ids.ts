import type { PipeTransform } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import { isId } from '@tributary/contracts/values/integer-id';

/** Pipe for a path parameter with the decimal id of a resource. A malformed id is not found. */
export const resourceId: PipeTransform<string, string> = {
  transform: (text) => {
    if (!isId(text)) throw notFound();
    return text;
  },
};
