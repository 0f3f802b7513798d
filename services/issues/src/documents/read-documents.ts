/** Reading documents, whatever they are of. */
import {
  Refusal,
  type Document,
  type DocumentDifference,
  type DocumentText,
  type issues,
} from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  NumberKey,
  pageOf,
  pageSize,
  type Context,
  type Page,
} from '@muster/service-kit';
import { z } from 'zod';
import { differenceOf } from '../domain/documents/difference.ts';
import {
  headingsOf,
  linesOf,
  rangeOf,
  sectionOf,
  textOfRange,
  type LineRange,
} from '../domain/documents/markdown.ts';
import { getOwner, type OwnerRef } from '../store/documents/document-owners.ts';
import {
  getDocumentRow,
  getVersion,
  listDocumentRows,
  listVersions,
} from '../store/documents/documents.ts';

type Reading = Pick<Context<typeof issues>, 'db' | 'scope'>;

interface PageAsked {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const KeyOfList = z.tuple([z.string().max(64)]);
/** Headings that the refusal of a section names. */
const HEADINGS_NAMED_MAX = 50;

export async function listDocuments(
  ref: OwnerRef,
  { limit, cursor }: PageAsked,
  { db, scope }: Reading,
): Promise<Page<Document>> {
  const owner = await getOwner(db, scope, ref);
  const list = `documents-${owner.issueId ?? owner.projectId ?? 'company'}`;
  const after = decodeCursor(list, owner.companyId, cursor, KeyOfList)?.[0];
  const size = pageSize(limit);
  const rows = await listDocumentRows(db, owner, { after, limit: size + 1 });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ key }) => encodeCursor(list, owner.companyId, [key]),
  );
}

export interface TextAsked {
  readonly document: string;
  readonly version?: number | undefined;
  readonly fromLine?: number | undefined;
  readonly lines?: number | undefined;
  readonly section?: string | undefined;
}

export async function readDocument(
  ref: OwnerRef,
  asked: TextAsked,
  { db, scope }: Reading,
): Promise<DocumentText> {
  const owner = await getOwner(db, scope, ref);
  const newest = await getDocumentRow(db, owner, asked.document);
  const { body, ...document } = await getVersion(db, newest, asked.version ?? newest.version);
  const lines = linesOf(body);
  const range = askedRange(lines, asked);
  return { ...document, body: textOfRange(body, lines, range), ...range, lineCount: lines.length };
}

/** Of a section, the lines that are asked for of it. */
function askedRange(lines: readonly string[], { section, ...asked }: TextAsked): LineRange {
  const whole = section === undefined ? { fromLine: 1, toLine: lines.length } : undefined;
  const within = whole ?? sectionOf(lines, section ?? '');
  if (within) {
    const fromLine = Math.max(within.fromLine, asked.fromLine ?? 1);
    return rangeOf(within.toLine, fromLine, asked.lines ?? lines.length);
  }
  const headings = headingsOf(lines).slice(0, HEADINGS_NAMED_MAX);
  throw new Refusal('section_not_found', { headings: headings.map(({ text }) => text) });
}

export async function listDocumentVersions(
  ref: OwnerRef,
  { document: key, limit, cursor }: PageAsked & { readonly document: string },
  { db, scope }: Reading,
): Promise<Page<Document>> {
  const owner = await getOwner(db, scope, ref);
  const { body: _, ...document } = await getDocumentRow(db, owner, key);
  const list = `document-versions-${document.id}`;
  const before = decodeCursor(list, document.companyId, cursor, NumberKey)?.[0];
  const size = pageSize(limit);
  const rows = await listVersions(db, document, { before, limit: size + 1 });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ version }) => encodeCursor(list, document.companyId, [version]),
  );
}

export interface ComparisonAsked {
  readonly document: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The first version is compared with itself if no other is named. */
export async function compareVersions(
  ref: OwnerRef,
  { document: key, ...asked }: ComparisonAsked,
  { db, scope }: Reading,
): Promise<DocumentDifference> {
  const owner = await getOwner(db, scope, ref);
  const newest = await getDocumentRow(db, owner, key);
  const after = await getVersion(db, newest, asked.to ?? newest.version);
  const before = await getVersion(db, newest, asked.from ?? Math.max(1, after.version - 1));
  return {
    documentId: newest.id,
    from: before.version,
    to: after.version,
    ...differenceOf(before.body, after.body),
  };
}
