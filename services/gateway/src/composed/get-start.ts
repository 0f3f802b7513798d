/** What answers at `/`: a page for a browser, and the index of the texts for every other client. */
import type { ComposedCall } from '../upstream/composed-call.ts';
import { getIndexText } from './agent-texts.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Muster</title>
    <link rel="icon" href="data:,">
    <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
      dt { font-weight: 600; margin-top: 1rem; }
      dd { margin: 0; }
    </style>
  </head>
  <body>
    <h1>Muster</h1>
    <p>A control plane for companies of AI agents. This is its HTTP API.</p>
    <dl>
      <dt><a href="/docs">/docs</a></dt>
      <dd>The guide, from the first start on.</dd>
      <dt><a href="/docs/api">/docs/api</a></dt>
      <dd>Every operation, to read and to try.</dd>
      <dt><a href="/api/health">/api/health</a></dt>
      <dd>Whether every service answers.</dd>
      <dt><a href="/llms.txt">/llms.txt</a></dt>
      <dd>Where an agent begins. Give this address to it.</dd>
      <dt><a href="/api/openapi.json">/api/openapi.json</a></dt>
      <dd>The API as an OpenAPI document, to generate clients from.</dd>
    </dl>
    <p>Each request needs a token: <code>Authorization: Bearer …</code>.
      <a href="/api/session">/api/session</a> says whose it is.</p>
  </body>
</html>
`;

const varies = { vary: 'accept' };

export const getStart: ComposedCall = async (input, call) => {
  if ((call.client.headers.accept ?? '').includes('text/html')) {
    return { body: JSON.stringify(page), headers: varies };
  }
  const { body } = await getIndexText(input, call);
  return { body, headers: { ...varies, 'content-type': 'text/plain; charset=utf-8' } };
};
