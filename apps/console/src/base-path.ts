/** Where the console is served, below the prefix of a reverse proxy if there is one: `/` or `/tributary/`. */
export const basePath = import.meta.env.DEV ? '/' : new URL(/* @vite-ignore */ '..', import.meta.url).pathname;
