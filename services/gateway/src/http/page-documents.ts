/** What every document of the board is sent with, and the small ones that exist without a build of it. */

/** Scripts and styles are files of ours; texts never become elements. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const;
/** A year: what browsers ask for before they keep it. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000' } as const;

export const documentHeaders = (publicUrl: string | undefined): Readonly<Record<string, string>> =>
  publicUrl?.startsWith('https:') ? { ...headers, ...TLS_ONLY } : headers;

const texts = {
  building: ['Muster is starting', 'The pages are being built. This one loads again by itself.'],
  missing: ['There is no such page', 'Check the address, or begin at <a href="/">the inbox</a>.'],
  misdirected: [
    'This is not the address of Muster',
    'Open its public address. An operator sets it with <code>MUSTER_PUBLIC_URL</code>.',
  ],
} as const;

/** Loads again each second while there is something to wait for. */
export function plainPage(name: keyof typeof texts): string {
  const [title, text] = texts[name];
  const again = name === 'building' ? '\n    <meta http-equiv="refresh" content="1">' : '';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">${again}
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <h1>${title}</h1>
    <p>${text}</p>
  </body>
</html>
`;
}
