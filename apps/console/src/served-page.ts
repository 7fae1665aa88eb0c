import { setNonce } from 'get-nonce';

/** Where the console is served, below the prefix of a reverse proxy if there is one: `/` or `/tributary/`. */
export const basePath = import.meta.env.DEV ? '/' : new URL(/* @vite-ignore */ '..', import.meta.url).pathname;

/**
 * The nonce with which the content security policy allows style elements. The gateway writes a fresh one into every page.
 * Scroll locks of dialogs read it through `get-nonce`, Mantine through its provider.
 */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;

if (styleNonce) setNonce(styleNonce);

/** A dialog has fields of its own, or a secret that is shown once: keys must not change or leave the page below it. */
export const isDialogOpen = (): boolean => document.querySelector('[role=dialog]') !== null;
