/**
 * The API reference page. Its content security policy allows files of this server only and no
 * inline scripts, so the script that starts the viewer is a file of its own.
 */
import type { ComposedCall } from '../upstream/composed-call.ts';
import { assetPaths } from './docs-assets.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

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
    <div id="reference"></div>
    <noscript>The document itself: <a href="/api/openapi.json">/api/openapi.json</a></noscript>
    <script src="${assetPaths.viewer}"></script>
    <script src="${assetPaths.start}"></script>
  </body>
</html>
`;

export const getDocs: ComposedCall = async () => ({
  body: JSON.stringify(page),
  headers: { 'content-security-policy': policy },
});
