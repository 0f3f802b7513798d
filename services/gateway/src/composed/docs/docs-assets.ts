/**
 * The API reference page, the Swagger UI of its package and the script that starts it, which is a file of its own because the
 * page allows no inline scripts. The paths of both contain the package's version, so browsers may cache them forever.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { StaticAsset } from '../../http/static-assets.ts';
import { pageHeaders } from './guide-assets.ts';

const require = createRequire(import.meta.url);
const { version } = require('swagger-ui-dist/package.json') as { version: string };

/** Disables the online validator's badge and keeps a token in the tab only. */
const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  persistAuthorization: false,
});
`;

const folder = `/docs/${version}`;
const assetPaths = {
  style: `${folder}/swagger-ui.css`,
  viewer: `${folder}/swagger-ui-bundle.js`,
  start: `${folder}/start.js`,
} as const;

const fromPackage = (name: string) => (): Promise<Buffer> =>
  readFile(require.resolve(`swagger-ui-dist/${name}`));

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Muster API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${assetPaths.style}">
  </head>
  <body>
    <p><a href="/docs">Muster guide</a></p>
    <div id="reference"></div>
    <noscript>The document itself: <a href="/api/openapi.json">/api/openapi.json</a></noscript>
    <script src="${assetPaths.viewer}"></script>
    <script src="${assetPaths.start}"></script>
  </body>
</html>
`;

export const docsAssets: readonly StaticAsset[] = [
  { path: '/docs/api', type: 'text/html', read: async () => page, headers: pageHeaders },
  { path: assetPaths.style, type: 'text/css', read: fromPackage('swagger-ui.css') },
  { path: assetPaths.viewer, type: 'text/javascript', read: fromPackage('swagger-ui-bundle.js') },
  { path: assetPaths.start, type: 'text/javascript', read: async () => start },
];
