import { context, createContextKey } from '@opentelemetry/api';

const aloneKey = createContextKey('tributary.handled-alone');

/** Runs the work of a message that must not be handled together with others. */
export const runHandledAlone = <R>(work: () => R): R => context.with(context.active().setValue(aloneKey, true), work);

/** Whether the message is handled alone: a handler that combines batches must not combine this one. */
export const isHandledAlone = (active = context.active()): boolean => active.getValue(aloneKey) === true;
