/** Sorts the files of a package: what can be read, and a row for each that cannot. */
import {
  PACKAGE_MAX_BYTES,
  Refusal,
  secretPaths,
  type PackageRow,
  type SentFile,
} from '@muster/contracts';
import { HEADS_STRUCTURE_MAX, plainText, structureOfHead } from './front-matter.ts';
import type { InTurns } from './in-turns.ts';
import { isUsablePath, placeOf, type Place } from './paths.ts';
import { refuseRow, skipRow } from './rows.ts';

export interface PlacedFile {
  readonly path: string;
  readonly place: Place;
  readonly text: string;
}

export interface SortedFiles {
  readonly files: readonly PlacedFile[];
  readonly rows: readonly PackageRow[];
}

const SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export function* sortFiles(sent: readonly SentFile[]): InTurns<SortedFiles> {
  const bytes = sent.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > PACKAGE_MAX_BYTES) throw new Refusal('package_too_large', { bytes });
  const files: PlacedFile[] = [];
  const rows: PackageRow[] = [];
  const taken = new Set<string>();
  let structure = 0;
  for (const file of sent.toSorted(byPath)) {
    const found = placed(file, taken);
    if ('action' in found) rows.push(found);
    else {
      files.push(found);
      structure += structureOfHead(found.text);
    }
    yield;
  }
  if (structure > HEADS_STRUCTURE_MAX) throw new Refusal('package_too_large', { structure });
  return { files, rows };
}

const byPath = ({ path: one }: SentFile, { path: other }: SentFile): number =>
  one < other ? -1 : Number(one > other);

function placed({ path, text, omitted }: SentFile, taken: Set<string>): PlacedFile | PackageRow {
  const shown = path.slice(0, 300).toWellFormed();
  if (!isUsablePath(path)) {
    return refuseRow('path_unusable', { path: shown, kind: 'other', slug: '' });
  }
  const place = placeOf(path);
  const { kind, slug } = place;
  const about = { path, kind, slug };
  const folded = path.toLowerCase();
  if (taken.has(folded)) return refuseRow('path_taken', about);
  taken.add(folded);
  if (kind === 'other' || kind === 'team') return skipRow('not_kept', about);
  if (omitted) return refuseRow(omitted, about);
  if (!SLUG.test(slug) || (place.project && !SLUG.test(place.project))) {
    return refuseRow('slug_unusable', about);
  }
  const plain = plainText(text);
  if (/[^\P{Cc}\n\t]/u.test(plain) || !plain.isWellFormed())
    return refuseRow('text_unusable', about);
  if (secretPaths({ text: plain }).length > 0) return refuseRow('secret_in_text', about);
  return { path, place, text: plain };
}
