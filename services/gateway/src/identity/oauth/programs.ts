/**
 * Who asks: the command line, which is known everywhere; a program that has registered; or one whose id is
 * the address of a document in which it says what it is. Nothing that a program says of itself is proven but
 * where its person is led back to.
 */
import { Refusal } from '@muster/contracts';
import { EgressError, type Egress } from '@muster/egress';
import type { Db } from '@muster/service-kit';
import { LRUCache } from 'lru-cache';
import { ClientDocument, isDocumentAddress } from './domain/client-metadata.ts';
import { findClient } from './store/clients.ts';

export interface Program {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Where its document is; null if it has registered. */
  readonly host: string | null;
}

export type FindProgram = (id: string) => Promise<Program | undefined>;

/** Its person waits for a page. */
const DOCUMENT_TIMEOUT_MS = 5_000;
/** From the page that asks to the answer; who changes a document waits as long. */
const DOCUMENT_KEPT_MS = 300_000;
const DOCUMENTS_MAX = 500;

/** The command line signs in by a code that is typed, so it is led nowhere. */
export const COMMAND_LINE = 'muster';
const commandLine: Program = {
  id: COMMAND_LINE,
  name: 'Muster command line',
  redirectUris: [],
  host: null,
};

export function openPrograms(db: Db, egress: Egress): FindProgram {
  const documents = new LRUCache<string, Program>({ max: DOCUMENTS_MAX, ttl: DOCUMENT_KEPT_MS });
  return async (id) => {
    if (id === COMMAND_LINE) return commandLine;
    if (!isDocumentAddress(id)) {
      const found = await findClient(db, id);
      return found && { ...found, host: null };
    }
    const known = documents.get(id);
    if (known) return known;
    const read = await readDocument(egress, id);
    documents.set(id, read);
    return read;
  };
}

/** The answer of the host is shown to nobody. */
async function readDocument(egress: Egress, id: string): Promise<Program> {
  const headers = { accept: 'application/json' };
  try {
    const answer = await egress.send({ url: id, headers, timeoutMs: DOCUMENT_TIMEOUT_MS });
    const document = answer.status === 200 ? parsed(answer.body) : undefined;
    if (document?.client_id !== id) throw notReadable('it does not describe this program');
    const { host } = new URL(id);
    const { client_name: name = host, redirect_uris: redirectUris } = document;
    return { id, name, redirectUris, host };
  } catch (error) {
    if (error instanceof EgressError) throw notReadable('it could not be read');
    throw error;
  }
}

function parsed(text: string): ClientDocument | undefined {
  try {
    return ClientDocument.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const notReadable = (what: string): Refusal =>
  new Refusal('authorization_request_invalid', {
    error: 'invalid_client',
    message: `the program names a document about itself: ${what}`,
    redirectTo: null,
  });
