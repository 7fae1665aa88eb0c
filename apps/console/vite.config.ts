import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The product that `nx serve @tributary/console` works with. */
const product = 'http://127.0.0.1:8080';

export default defineConfig({
  // Relative, so that the console also works under a path prefix of a reverse proxy.
  base: './',
  plugins: [react()],
  // The gateway replaces it in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: { target: 'es2023', reportCompressedSize: false, chunkSizeWarningLimit: 1_000, assetsInlineLimit: 0 },
  server: {
    proxy: {
      '/v1': product,
      '/health': product,
      '/docs': product,
      '/guide': product,
      '/openapi.json': product,
      '/sdk.js': product,
    },
  },
});
