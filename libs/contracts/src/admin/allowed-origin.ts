import { z } from 'zod';
import { allowedOrigin, allowedOriginRule, anyOrigin, comparableOrigin } from '../rules/collecting/allowed-origin.js';

/** An origin that a collect key may allow, in the form in which it is stored. */
export const AllowedOrigin = z
  .string()
  .transform((text, context) => {
    const origin = allowedOrigin(text);
    if (origin !== undefined) return origin;
    context.addIssue({ code: 'custom', message: allowedOriginRule });
    return z.NEVER;
  })
  .meta({ example: 'https://shop.example.com' });

/** Whether a page of this origin may use a key. @param origin the header of the browser */
export function allowsOrigin(allowed: { has(origin: string): boolean }, origin: string): boolean {
  return allowed.has(anyOrigin) || allowed.has(comparableOrigin(origin)?.origin ?? '');
}
