import { z } from 'zod';
import { Name } from './name.js';

/** Organisations that one set of people administers. */
export const Community = z.object({ id: z.string(), name: Name });
export type Community = z.infer<typeof Community>;

export const CommunityInput = Community.omit({ id: true });
export type CommunityInput = z.infer<typeof CommunityInput>;
