import type { Client } from '@tributary/client/generated/client/types.gen';
import { z } from 'zod';

/** The datamart that all calls of a server are about, and the client that makes them with the caller's token. */
export interface Subject {
  client: Client;
  datamart_id: string;
  organisation_id: string;
}

/** An operation that an agent may call. */
export interface Tool {
  name: string;
  title: string;
  /** For the agent: its answer, and when to call it. */
  description: string;
  input: z.ZodObject;
  /** It changes something: only a server that may write has it. */
  writes: boolean;
  run: (input: unknown, subject: Subject) => Promise<unknown>;
}

interface Definition<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'writes' | 'run'> {
  input: Input;
  writes?: true;
  run: (input: z.infer<Input>, subject: Subject) => Promise<unknown>;
}

export const defineTool = <Input extends z.ZodObject>({ writes, run, ...rest }: Definition<Input>): Tool => ({
  ...rest,
  writes: writes === true,
  // The server has parsed the input with the schema.
  run: async (input, subject) => run(input as z.infer<Input>, subject),
});

/** How many resources of a list an agent gets. */
export const limit = (standard: number) =>
  z.int().min(1).max(200).default(standard).describe(`The most that are returned, ${standard} if absent.`);

export const numericId = z.string().regex(/^\d{1,19}$/);

/** As activities and refusals have. */
export const uuid = z.string().regex(/^[0-9A-Fa-f-]{36}$/);
