import type { PipeTransform } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import { Name } from '@tributary/contracts/values/name';

/**
 * Pipe for a path segment `technical_name=<name>`, which Fastify has decoded. A segment of another form is not found, nor is
 * what can be no name.
 */
export const technicalName: PipeTransform<string, string> = {
  transform: (segment) => {
    const [, name] = /^technical_?name=(.*)$/is.exec(segment) ?? [];
    if (name === undefined || name.includes('\0') || !Name.safeParse(name).success) throw notFound();
    return name;
  },
};
