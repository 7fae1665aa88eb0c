import { z } from 'zod';
import { maxNameLength, nameProblem } from '../rules/name-problem.js';

/** The check of a text that people see as the name of a resource, as a refinement of its schema. */
export const refuseNameProblem = (text: string, context: z.RefinementCtx) => {
  const message = nameProblem(text);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
};

const notEmpty = z.string().min(1, 'must not be empty');

/** A name by which a request finds a resource. An older version has stored names that `Name` refuses. */
export const StoredName = notEmpty.max(maxNameLength, `is longer than ${maxNameLength}`);

/** A name that people give to a resource. */
export const Name = StoredName.superRefine(refuseNameProblem);

/** A name of any length. */
export const Title = notEmpty.superRefine(refuseNameProblem);

/** The title of a part of a dashboard, which may be empty. */
export const PartTitle = z.string().superRefine(refuseNameProblem);
