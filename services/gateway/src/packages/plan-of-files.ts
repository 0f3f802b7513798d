/** The plan of an import, and the hash by which a person agrees to it. */
import { createHash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import type { SentFile } from '@muster/contracts';
import type { InTurns } from './domain/in-turns.ts';
import type { Plan } from './domain/plan-import.ts';
import type { Target } from './domain/planning.ts';

/** Milliseconds of planning before others are answered: a request that comes meanwhile hardly notices. */
const TURN_MS = 10;

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
  const plan = await inTurns(planImport(files, target ?? newCompany));
  return { ...plan, planHash: await inTurns(hashOf(files, plan)) };
}

async function inTurns<T>(work: InTurns<T>): Promise<T> {
  let begunAt = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - begunAt < TURN_MS) continue;
    await others(); // oxlint-disable-line no-await-in-loop -- it makes room for them
    begunAt = performance.now();
  }
}

/** Of the files and of what becomes of each: so a new company has the hash of one that has nothing yet. */
function* hashOf(files: readonly SentFile[], { rows, steps }: Plan): InTurns<string> {
  const ordered = files.toSorted(({ path: one }, { path: other }) =>
    one < other ? -1 : Number(one > other),
  );
  const sent = ordered.map(({ path, text, omitted }) => [path, text, omitted ?? null]);
  const hash = createHash('sha256');
  for (const part of [sent, rows, steps]) {
    hash.update(`${part.length}\n`);
    for (const one of part) {
      hash.update(`${JSON.stringify(one)}\n`);
      yield;
    }
  }
  return hash.digest('hex');
}
