import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** As Vite writes it with `base: './'` and `html.cspNonce`. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta property="csp-nonce" nonce="__CSP_NONCE__">
    <link rel="icon" href="./icon.svg">
    <script type="module" crossorigin src="./assets/index-B1x2.js" nonce="__CSP_NONCE__"></script>
    <link rel="stylesheet" crossorigin href="./assets/index-C3d4.css" nonce="__CSP_NONCE__">
  </head>
  <body><div id="root">text with "./assets" in it</div></body>
</html>
`;

export const script = `document.title = 'console';\n// ${'x'.repeat(2_000)}\n`;

/** Writes the stand-in for a built console. @returns its directory */
export function writeConsole(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-console-'));
  mkdirSync(path.join(directory, 'assets'));
  const write = (name: string, content: string | Buffer) => writeFileSync(path.join(directory, name), content);
  write('index.html', page);
  write('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('.inputs', 'digest');
  write('assets/index-B1x2.js', script);
  write('assets/index-B1x2.js.br', brotliCompressSync(script));
  write('assets/index-B1x2.js.gz', gzipSync(script));
  write('assets/index-C3d4.css', 'body { color: #123 }');
  return directory;
}
