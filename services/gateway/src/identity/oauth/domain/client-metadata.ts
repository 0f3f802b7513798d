/** What a program says of itself, when it registers (RFC 7591) or in a document of its own. */
import { z } from 'zod';
import { isRedirectUri } from './redirect-uris.ts';

const NAME_MAX = 100;
const URI_MAX = 1_000;
const URIS_MAX = 10;

const RedirectUri = z.string().max(URI_MAX).refine(isRedirectUri);

export const ClientMetadata = z.object({
  redirect_uris: z.array(RedirectUri).min(1).max(URIS_MAX),
  client_name: z.string().trim().min(1).max(NAME_MAX).optional(),
  response_types: z.array(z.string().max(100)).max(10).optional(),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
});
export type ClientMetadata = z.output<typeof ClientMetadata>;

/** The document at the address that is the program's id; it names that address itself. */
export const ClientDocument = ClientMetadata.extend({ client_id: z.string() });
export type ClientDocument = z.output<typeof ClientDocument>;

/**
 * Whether an id is the address of such a document. Its host says whose it is, so it has a path of its own
 * and nothing that could be read in two ways.
 */
export function isDocumentAddress(id: string): boolean {
  if (!/^https?:\/\//.test(id) || !URL.canParse(id) || id.includes('#')) return false;
  const { href, pathname, username, password } = new URL(id);
  return href === id && pathname !== '/' && username === '' && password === '';
}
