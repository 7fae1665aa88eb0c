/** A browser without a screen: it keeps cookies by host, as they are set, and follows redirects. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();

  /** Sends one request. */
  async send(url: string, { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...headers, ...(cookie && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  /** Opens a page, where its redirects lead. @returns the last answer and the addresses on the way */
  async open(url: string, until?: RegExp): Promise<{ response: Response; visited: string[] }> {
    const visited = [url];
    for (;;) {
      const response = await this.send(visited.at(-1) ?? '', { headers: { accept: 'text/html' } });
      const location = response.headers.get('location');
      if (location === null) return { response, visited };
      const next = new URL(location, visited.at(-1)).href;
      visited.push(next);
      if (until?.test(next) || visited.length > 20) return { response, visited };
    }
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', ...value] = pair.split('=');
    const isGone = attributes.some((one) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(one));
    if (isGone || value.join('=') === '') this.cookies.delete(name);
    else this.cookies.set(name, value.join('='));
  }
}
