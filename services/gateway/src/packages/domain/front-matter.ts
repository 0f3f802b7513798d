/**
 * The head of a file of a package: YAML between two lines of dashes. It comes from strangers, so it is small,
 * has no aliases, tags and repeated keys, and whatever the library cannot take is no head.
 */
import { parseDocument } from 'yaml';
import { trimmedBody } from './write-package.ts';

/** Longest head, in characters: more than any public package has. */
const HEAD_MAX = 16_384;
/**
 * Characters that YAML may take for structure. The library takes up to 40 microseconds for each, in valid
 * text and for each error alike, and parses in one go, while which nobody else is answered.
 */
const STRUCTURE = /[[\]{},:"'&*!?#%-]/g;
/** In one head; public packages have some tens. */
const HEAD_STRUCTURE_MAX = 1_000;
/** In all heads of a package: at most a second for all of them. */
export const HEADS_STRUCTURE_MAX = 20_000;
/** Keys of a head; more than any program knows. */
const KEYS_MAX = 100;
const HEAD = /^---[ \t]*\n(?<yaml>[^]*?)\n---[ \t]*(?:\n|$)/;

export type Head = Readonly<Record<string, unknown>>;

export interface ReadFile {
  readonly head: Head;
  /** Without the empty lines around it. */
  readonly body: string;
  /** As it stands below the head. */
  readonly rawBody: string;
}

export type NoHead = 'head_missing' | 'head_unusable';

/** Lines end as on every other system, and a mark of the byte order is no text. */
export const plainText = (text: string): string =>
  text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');

export function readHead(text: string): ReadFile | NoHead {
  const found = HEAD.exec(text);
  if (!found) return 'head_missing';
  const yaml = found.groups?.['yaml'] ?? '';
  const head = isCostly(yaml) ? undefined : parsed(yaml);
  if (typeof head !== 'object' || head === null || Array.isArray(head)) return 'head_unusable';
  if (Object.keys(head).length > KEYS_MAX) return 'head_unusable';
  const rawBody = text.slice(found[0].length);
  return { head: head as Head, rawBody, body: trimmedBody(rawBody) };
}

const isCostly = (yaml: string): boolean =>
  yaml.length > HEAD_MAX || structureOf(yaml) > HEAD_STRUCTURE_MAX;

const structureOf = (yaml: string): number => yaml.match(STRUCTURE)?.length ?? 0;

/** Of the head of a file, if it would be parsed. */
export function structureOfHead(text: string): number {
  const yaml = HEAD.exec(text)?.groups?.['yaml'] ?? '';
  return isCostly(yaml) ? 0 : structureOf(yaml);
}

/** Nothing for what has errors, warnings such as unknown tags, or aliases, or is nested too deeply. */
function parsed(yaml: string): unknown {
  try {
    const document = parseDocument(yaml, { schema: 'core', uniqueKeys: true, logLevel: 'silent' });
    if (document.errors.length > 0 || document.warnings.length > 0) return undefined;
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}
