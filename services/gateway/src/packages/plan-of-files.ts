/** The plan of an import, and the hash by which a person agrees to it. */
import { createHash } from 'node:crypto';
import type { SentFile } from '@muster/contracts';
import type { Plan } from './domain/plan-import.ts';
import type { Target } from './domain/planning.ts';

export interface HashedPlan extends Plan {
  readonly planHash: string;
}

export async function planOfFiles(
  files: readonly SentFile[],
  target: Target | undefined,
): Promise<HashedPlan> {
  // They bring the YAML library along, which no other request needs.
  const { planImport } = await import('./domain/plan-import.ts');
  const { newCompany } = await import('./domain/planning.ts');
  const plan = planImport(files, target ?? newCompany);
  return { ...plan, planHash: hashOf(files, plan) };
}

/** Of the files and of what becomes of each: so a new company has the hash of one that has nothing yet. */
function hashOf(files: readonly SentFile[], { rows, steps }: Plan): string {
  const ordered = files.toSorted(({ path: one }, { path: other }) =>
    one < other ? -1 : Number(one > other),
  );
  const sent = ordered.map(({ path, text, omitted }) => [path, text, omitted ?? null]);
  return createHash('sha256')
    .update(JSON.stringify([sent, rows, steps]))
    .digest('hex');
}
