/**
 * Files of the API reference page: the Swagger UI of its package and the script that starts it.
 * Their paths contain the package's version, so browsers may cache them forever.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { StaticAsset } from '../http/static-assets.ts';

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
export const assetPaths = {
  style: `${folder}/swagger-ui.css`,
  viewer: `${folder}/swagger-ui-bundle.js`,
  start: `${folder}/start.js`,
} as const;

const fromPackage = (name: string) => (): Promise<Buffer> =>
  readFile(require.resolve(`swagger-ui-dist/${name}`));

export const docsAssets: readonly StaticAsset[] = [
  { path: assetPaths.style, type: 'text/css', read: fromPackage('swagger-ui.css') },
  { path: assetPaths.viewer, type: 'text/javascript', read: fromPackage('swagger-ui-bundle.js') },
  { path: assetPaths.start, type: 'text/javascript', read: async () => start },
];
