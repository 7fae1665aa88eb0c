import type { PipeTransform } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import { isId } from '@tributary/contracts/integer-id';

/** Path parameter that is the decimal id of a resource: what is no such id names nothing. */
export const resourceId: PipeTransform<string, string> = {
  transform: (text) => {
    if (!isId(text)) throw notFound();
    return text;
  },
};
