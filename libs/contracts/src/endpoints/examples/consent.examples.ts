import { RefusedByChoice, SelectionPreview } from '../../consent/channel-consent.js';
import type { z } from 'zod';

/** Examples of what choices refuse on a channel. */
export const consentExamples: [z.ZodType, unknown][] = [
  [SelectionPreview, { activities_7d: 18_240, people_7d: 5_112, would_refuse_7d: 2_907 }],
  [RefusedByChoice, { date: '2026-11-27', processing_id: '7', activities: 412, people: 131 }],
];
