import type { Invitation } from '@tributary/client/generated/types.gen';

/** The address to give away. @param apiUrl `https://cdp.example.org/prefix/v1`: the console may be below a path */
export const linkOf = ({ link = '' }: Pick<Invitation, 'link'>, apiUrl: string): string =>
  `${apiUrl.replace(/\/v1$/, '')}${link}`;
