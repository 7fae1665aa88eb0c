import { useNavigate, useSearch } from '@tanstack/react-router';

/** The page of a list that is in the address, and the way to another one. Other search parameters stay. */
export function usePage(): { page: number; onPage: (page: number, replace?: boolean) => void } {
  const { page = 1 } = useSearch({ strict: false });
  const navigate = useNavigate();
  const onPage = (next: number, replace = false) =>
    void navigate({ to: '.', search: (before) => ({ ...before, page: next }), replace });
  return { page, onPage };
}
