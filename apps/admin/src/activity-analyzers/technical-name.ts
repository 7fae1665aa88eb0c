import type { PipeTransform } from '@nestjs/common';
import { badData, notFound } from '@tributary/contracts/errors';
import { nameProblem } from '@tributary/contracts/rules/name-problem';
import { StoredName } from '@tributary/contracts/values/name';

/**
 * Pipe for a path segment `technical_name=<name>`, which Fastify has decoded. A segment of another form is not found, nor is
 * what can be no name.
 */
export const technicalName: PipeTransform<string, string> = {
  transform: (segment) => {
    const [, name] = /^technical_?name=(.*)$/is.exec(segment) ?? [];
    if (name === undefined || name.includes('\0') || !StoredName.safeParse(name).success) throw notFound();
    return name;
  },
};

/** The same for a path whose request may give the name to a new resource. */
export const newTechnicalName: PipeTransform<string, string> = {
  transform: (segment, metadata) => {
    const name = technicalName.transform(segment, metadata);
    const problem = nameProblem(name);
    if (problem !== undefined) throw badData(`technical_name: ${problem}`);
    return name;
  },
};
