import { z } from 'zod';
import { Name } from '../values/name.js';

/** A group of organisations that the same people administer. */
export const Community = z.object({ id: z.string(), name: Name });
export type Community = z.infer<typeof Community>;

export const CommunityInput = Community.omit({ id: true });
export type CommunityInput = z.infer<typeof CommunityInput>;
