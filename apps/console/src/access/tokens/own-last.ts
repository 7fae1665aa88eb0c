/** The token of this tab comes last: without it the others could not be revoked. */
export const ownLast = <Token>(tokens: readonly Token[], isOwn: (token: Token) => boolean): Token[] => [
  ...tokens.filter((token) => !isOwn(token)),
  ...tokens.filter(isOwn),
];

/** An action that is refused for the token of this tab while one that was refused for another token can be tried again. */
export function keepOwnForOthers<Token extends { id: string }>(
  act: (token: Token) => Promise<unknown>,
  isOwn: (token: Token) => boolean,
): (token: Token) => Promise<void> {
  const refused = new Set<string>();
  return async (token) => {
    refused.delete(token.id);
    if (isOwn(token) && refused.size > 0) throw new Error('This tab needs it until the others are revoked.');
    try {
      await act(token);
    } catch (failure) {
      refused.add(token.id);
      throw failure;
    }
  };
}

/** The server shows the last characters of a token only. */
const shownLength = 4;

/** Whether a token of a list, `****1234`, is that of the session. Two tokens may end alike, which is rare. */
export const endsLike = (shown: string, token: string | undefined): boolean =>
  token !== undefined && shown.slice(-shownLength) === token.slice(-shownLength);
