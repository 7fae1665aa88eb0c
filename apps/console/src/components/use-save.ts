import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import type { Operation } from '../repeat-reads.js';

type Write<Saved, Request> = UseMutationOptions<Saved, Error, Request>;

interface SaveOptions<Saved, Create, Update> {
  /** The write of the generated client. */
  create: Write<Saved, Create>;
  update: Write<Saved, Update>;
  isNew: boolean;
  /** The reads that show another answer afterwards. */
  changes: readonly Operation[];
  onSaved: (saved: Saved) => void;
}

/** The two writes of a form that creates a resource, or changes the one that it was opened with. */
export function useSave<Saved, Create, Update>(options: SaveOptions<Saved, Create, Update>) {
  const shared = { meta: { changes: options.changes }, onSuccess: options.onSaved };
  const create = useMutation({ ...options.create, ...shared });
  const update = useMutation({ ...options.update, ...shared });
  const { isPending, error } = options.isNew ? create : update;
  return { create: create.mutate, update: update.mutate, isPending, error };
}
