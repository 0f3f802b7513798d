/** Renders an operation's JSON as the media type that its contract produces. */
import type { Operation } from '@muster/contracts';

type MediaType = NonNullable<Operation['produces']>;

export function render(mediaType: MediaType, json: string): string {
  const value: unknown = JSON.parse(json);
  if (mediaType !== 'application/x-ndjson') return String(value);
  return (value as unknown[]).map((item) => `${JSON.stringify(item)}\n`).join('');
}

/** HTML pages may load nothing and run no scripts unless the operation sets its own policy. */
export const mediaTypeHeaders = {
  'application/x-ndjson': {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': 'attachment',
  },
  // A body that streams has headers of its own.
  'application/octet-stream': { 'content-type': 'application/octet-stream' },
  'text/plain': { 'content-type': 'text/plain; charset=utf-8' },
  'text/html': {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
} as const;
