/** What is known while an import is planned: rows, steps, and what each slug of the package stands for. */
import type { PackageCode, PackageRow } from '@muster/contracts';
import type { InTurns } from './in-turns.ts';
import type { PlacedFile } from './package-files.ts';
import type { Found, ReadThing } from './read-things.ts';
import { createRow, refuseRow, skipRow } from './rows.ts';
import type { PlannedStep, Reference, Step, StepKind } from './steps.ts';

/** What the company has, by the names under which a package could have it. */
export interface Target {
  /** By name in small letters. */
  readonly agents: ReadonlyMap<string, string>;
  readonly hasCeo: boolean;
  readonly skills: ReadonlyMap<string, string>;
  readonly goals: ReadonlyMap<string, string>;
  readonly projects: ReadonlyMap<string, string>;
  readonly routines: ReadonlyMap<string, string>;
  /** Issues of earlier imports, by slug. */
  readonly tasks: ReadonlyMap<string, string>;
}

export const newCompany: Target = {
  agents: new Map(),
  hasCeo: false,
  skills: new Map(),
  goals: new Map(),
  projects: new Map(),
  routines: new Map(),
  tasks: new Map(),
};

export type Known = { readonly to: Reference } | 'refused';

export interface Planning {
  readonly target: Target;
  readonly rows: PackageRow[];
  readonly steps: PlannedStep[];
  readonly known: Readonly<Record<StepKind, Map<string, Known>>>;
}

export const openPlanning = (target: Target, rows: readonly PackageRow[]): Planning => ({
  target,
  rows: [...rows],
  steps: [],
  known: {
    agent: new Map(),
    skill: new Map(),
    goal: new Map(),
    project: new Map(),
    task: new Map(),
  },
});

export interface Facts {
  readonly kind: StepKind;
  readonly path: string;
  readonly slug: string;
  readonly name: string;
  readonly leftOut: readonly string[];
}

export function refuse({ rows, known }: Planning, code: PackageCode, facts: Facts): void {
  rows.push(refuseRow(code, { ...facts, leftOut: [...facts.leftOut] }));
  known[facts.kind].set(facts.slug, 'refused');
}

export function skip({ rows, known }: Planning, facts: Facts, id: string): void {
  rows.push(skipRow('exists', { ...facts, leftOut: [...facts.leftOut] }));
  known[facts.kind].set(facts.slug, { to: { id } });
}

export function create({ rows, steps, known }: Planning, facts: Facts, step: Step): void {
  const { kind, path, slug, name, leftOut } = facts;
  rows.push(createRow({ kind, path, slug, name, leftOut: [...leftOut] }));
  known[kind].set(slug, { to: { slug } });
  steps.push({ path, slug, step });
}

/** A reference that may be missing; its field is then one that is left out. */
export function optional(
  { known }: Planning,
  kind: StepKind,
  slug: string | null,
  field: string,
): { readonly to: Reference | null; readonly leftOut: readonly string[] } {
  if (slug === null) return { to: null, leftOut: [] };
  const found = known[kind].get(slug);
  if (found === undefined || found === 'refused') return { to: null, leftOut: [field] };
  return { to: found.to, leftOut: [] };
}

export function* readAll<T>(
  { rows }: Planning,
  files: readonly PlacedFile[],
  read: (file: PlacedFile) => ReadThing<T>,
): InTurns<Found<T>[]> {
  const all: Found<T>[] = [];
  for (const file of files) {
    const { found, rows: told } = read(file);
    rows.push(...told);
    if (found) all.push(found);
    yield;
  }
  return all;
}
