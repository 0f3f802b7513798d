/**
 * The files of the reference page: a well-kept viewer as it comes in its package, and the few lines
 * that start it. Their address has the viewer's version, so a browser may keep them for good.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Door } from './door.ts';
import { answer, beginExchange } from './exchange.ts';

const require = createRequire(import.meta.url);
const { version } = require('swagger-ui-dist/package.json') as { version: string };

/** Shows the document, without the badge of an online validator; keeps a token only in the tab. */
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

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly read: () => Promise<string | Buffer>;
}

const fromPackage = (name: string) => (): Promise<Buffer> =>
  readFile(require.resolve(`swagger-ui-dist/${name}`));

const assets: readonly Asset[] = [
  { path: assetPaths.style, type: 'text/css', read: fromPackage('swagger-ui.css') },
  { path: assetPaths.viewer, type: 'text/javascript', read: fromPackage('swagger-ui-bundle.js') },
  { path: assetPaths.start, type: 'text/javascript', read: async () => start },
];

export function addDocsAssets(app: FastifyInstance, door: Door): void {
  for (const asset of assets) addAsset(app, door, asset);
}

/** Read and packed on the first request: most processes never show the page. */
function addAsset(app: FastifyInstance, door: Door, { path, type, read }: Asset): void {
  let packed: Promise<Buffer> | undefined;
  app.get(path, async (request, reply) => {
    beginExchange(request, 'getDocsAsset');
    packed ??= read().then((bytes) => promisify(gzip)(bytes));
    answer(door, request, reply, {
      status: 200,
      body: await packed,
      headers: {
        'content-type': `${type}; charset=utf-8`,
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    });
    return reply;
  });
}
