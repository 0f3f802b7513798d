/** Rows of a preview and of a receipt in words. */
import type { PackageImport, PackageImportRow, PackageKind, PackageRow } from '@muster/contracts';
import { counted, figure } from '../count.ts';
import { withoutCode } from '../words/for-people.ts';

export const kindWords: Readonly<Record<PackageKind, string>> = {
  company: 'Company',
  agent: 'Agent',
  skill: 'Skill',
  goal: 'Goal',
  project: 'Project',
  task: 'Task',
  team: 'Team',
  other: 'Other file',
};

/** How it begins, where that is not at once. */
const beginnings: Readonly<Partial<Record<PackageKind, string>>> = {
  agent: 'Paused, without a command and permissions.',
  task: 'Paused routine, or issue in the backlog.',
};

/** How a row begins, or why it does not; and what is not imported of it. */
export function noteOf({ action, kind, hint, leftOut }: PackageRow): string {
  const words = action === 'create' ? beginnings[kind] : withoutCode(hint ?? '');
  const without = leftOut.length > 0 ? `Not imported: ${leftOut.join(', ')}.` : undefined;
  return [words, without].filter((each) => each !== undefined).join(' ');
}

export const rowsBy = (
  rows: readonly PackageRow[],
  action: PackageRow['action'],
): readonly PackageRow[] => rows.filter((row) => row.action === action);

export const stateWords: Readonly<Record<PackageImportRow['status'], string>> = {
  waiting: 'Waiting',
  done: 'Created',
  partial: 'Partly created',
  refused: 'Refused',
};

/** Of an import, or of one that goes on. */
export function progressOf({ status, counts }: Pick<PackageImport, 'status' | 'counts'>): string {
  const { waiting, done, partial, refused } = counts;
  const all = waiting + done + partial + refused;
  const made = done + partial;
  const created =
    status === 'running'
      ? `${figure(made)} of ${counted(all, 'entry', 'entries')} created`
      : `${counted(made, 'entry', 'entries')} created`;
  return [
    created,
    ...(partial > 0 ? [`${figure(partial)} of them in part`] : []),
    ...(refused > 0 ? [`${figure(refused)} refused`] : []),
  ].join(', ');
}

const KB = 1_024;
/** `24 KB`, `1.2 MB`. */
export const sizeOf = (bytes: number): string =>
  bytes < KB * KB ? `${figure(Math.ceil(bytes / KB))} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
