/**
 * Migrations as files. The first line may be a mark: `-- breaking` for one that is incompatible with
 * older code, `-- outside a transaction` for one whose steps Postgres refuses within a transaction, or
 * that would hold their locks for too long in one.
 */
import { readdir, readFile } from 'node:fs/promises';

/** Migrations of the event log, which every service has. */
const kitMigrations = new URL('../../migrations/', import.meta.url);

const BREAKING = '-- breaking';
const OUTSIDE = '-- outside a transaction';
/** A line that begins the next step of a migration outside a transaction. */
const NEXT_STEP = /^-- step\b.*$/m;

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly breaking: boolean;
  /** Of one outside a transaction: statements that commit one by one, and that may be repeated. */
  readonly steps: readonly string[] | undefined;
}

/** The migrations that this version of a service requires: the kit's first, then its own. */
export const knownMigrations = async (folder: URL): Promise<Migration[]> => [
  ...(await readMigrations('kit', kitMigrations)),
  ...(await readMigrations('service', folder)),
];

async function readMigrations(owner: string, folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8');
      const steps = text.startsWith(OUTSIDE) ? stepsOf(text) : undefined;
      return { name: `${owner}/${file}`, text, breaking: text.startsWith(BREAKING), steps };
    }),
  );
}

/** Without those that are comments only, such as what comes before the first step. */
const stepsOf = (text: string): string[] =>
  text.split(NEXT_STEP).filter((step) => /\S/.test(step.replaceAll(/^--.*$/gm, '')));

/** Throws if a breaking migration of a newer version has been applied. */
export function requireCompatible(
  known: readonly Migration[],
  applied: readonly { name: string; breaking: boolean }[],
): void {
  const names = new Set(known.map(({ name }) => name));
  const newer = applied.find(({ name, breaking }) => breaking && !names.has(name));
  if (newer) throw new Error(`this version is incompatible with the migration ${newer.name}`);
}
