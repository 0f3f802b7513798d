/** Whether a browser loads a page: it navigates, or says that it would rather have HTML. */
import type { IncomingHttpHeaders } from 'node:http';

export function navigates(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  const types = (headers.accept ?? '').split(',').map((one) => one.split(';', 1)[0]?.trim());
  const html = types.indexOf('text/html');
  const others = ['*/*', 'application/json'].map((type) => types.indexOf(type));
  return html >= 0 && others.every((at) => at < 0 || html < at);
}
