/** The origin of a page that was typed in as an address: `shop.example.com/basket` is of `https://shop.example.com`. */
export function originOf(text: string): string {
  const typed = text.trim();
  if (typed === '' || typed === '*') return typed;
  try {
    const { origin } = new URL(/^\w+:\/\//.test(typed) ? typed : `https://${typed}`);
    return origin;
  } catch {
    // The server says what is wrong.
    return typed;
  }
}
