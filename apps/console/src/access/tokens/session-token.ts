/** The server shows the last characters of a token only. */
const shownLength = 4;

/** Whether a token of a list, `****1234`, is that of the session. Two tokens may end alike, which is rare. */
export const endsLike = (shown: string, token: string | undefined): boolean =>
  token !== undefined && shown.slice(-shownLength) === token.slice(-shownLength);
