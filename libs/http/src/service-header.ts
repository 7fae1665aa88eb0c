import { z } from 'zod';
import { signHeader, verifyHeader } from './signed-header.js';

/** Names the calling service on the routes of /internal, where a request has no caller. */
export const serviceHeader = 'x-tributary-service';

const Service = z.object({ service: z.string().min(1) });

/** Signs the service name with INTERNAL_KEY, which the gateway and the services share. */
export const signService = (service: string, internalKey: string, now?: number): string =>
  signHeader({ service }, internalKey, now);

/** Returns the name of the calling service. @throws AUTHENTICATION_ERROR unless signed within the last minute */
export const verifyService = (header: unknown, internalKey: string, now?: number): string =>
  verifyHeader(header, Service, internalKey, now).service;
