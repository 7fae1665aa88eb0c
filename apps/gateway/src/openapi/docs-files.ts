import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { servedFile, type ServedFile } from './served-file.js';

const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';
const png = 'image/png';

const { resolve } = createRequire(import.meta.url);
const swaggerUiFile = (name: string, type: string): [string, ServedFile] => [
  name,
  servedFile(type, readFileSync(resolve(`swagger-ui-dist/${name}`))),
];

// URLs are relative, so that the page also works under a path prefix of a reverse proxy.
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tributary API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/index.css">
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png" sizes="32x32">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

// The validator is disabled: it would load a badge from a third-party server. A tab that the console opens has a copy of
// its storage: `tributary.token` is the token, or `cookie` where the browser sends the session by itself.
const start = `const ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  onComplete() {
    const token = sessionStorage.getItem('tributary.token');
    if (token && token !== 'cookie') ui.preauthorizeApiKey('ApiToken', token);
  },
});
`;

export const docsPage = servedFile('text/html; charset=utf-8', page);

/** Files that the page loads, by name. The rest of the swagger-ui package is not served. */
export const docsFiles: ReadonlyMap<string, ServedFile> = new Map([
  swaggerUiFile('swagger-ui-bundle.js', javascript),
  swaggerUiFile('swagger-ui.css', css),
  swaggerUiFile('index.css', css),
  swaggerUiFile('favicon-32x32.png', png),
  ['start.js', servedFile(javascript, start)],
]);
