import { z } from 'zod';
import { signHeader, verifyHeader } from './signed-header.js';

/** Says which process of the platform asks, where no caller stands behind the request: the routes of /internal. */
export const serviceHeader = 'x-tributary-service';

const Service = z.object({ service: z.string().min(1) });

/** Signed with the key that gateway and services share. */
export const signService = (service: string, internalKey: string, now?: number): string =>
  signHeader({ service }, internalKey, now);

/** The name of the asking service. Throws AUTHENTICATION_ERROR for anything no service signed a moment ago. */
export const verifyService = (header: unknown, internalKey: string, now?: number): string =>
  verifyHeader(header, Service, internalKey, now).service;
