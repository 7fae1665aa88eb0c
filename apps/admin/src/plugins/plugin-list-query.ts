import { IntegerId } from '@tributary/http/ids';
import { ListQuery } from '@tributary/http/list-query';
import type { z } from 'zod';

/** The plugins of all organisations the caller can see, or of one of them. */
export const PluginListQuery = ListQuery.extend({ organisation_id: IntegerId.optional() });
export type PluginListQuery = z.infer<typeof PluginListQuery>;
