/**
 * The plan of an import: a row for each thing of the package, and a step for each that is made. Nothing that the
 * company has is changed, and what names a thing that it has already means that one.
 */
import { nameOfAtMost, type PackageRow, type SentFile } from '@muster/contracts';
import { readHead } from './front-matter.ts';
import type { InTurns } from './in-turns.ts';
import { sortFiles, type PlacedFile } from './package-files.ts';
import { planAgents, planGoals, planProjects, planSkills, planTasks } from './plan-things.ts';
import { openPlanning, type Planning, type Target } from './planning.ts';
import { refuseRow, skipRow } from './rows.ts';
import type { PlannedStep } from './steps.ts';

export interface Plan {
  /** In the order of their paths. */
  readonly rows: readonly PackageRow[];
  /** In the order in which they are made. */
  readonly steps: readonly PlannedStep[];
  readonly company: { readonly name: string; readonly description: string } | null;
}

export function* planImport(sent: readonly SentFile[], target: Target): InTurns<Plan> {
  const { files, rows: unreadable } = yield* sortFiles(sent);
  const planning = openPlanning(target, unreadable);
  const of = (kind: string): PlacedFile[] => files.filter(({ place }) => place.kind === kind);
  yield* planSkills(planning, of('skill'));
  yield* planAgents(planning, of('agent'));
  yield* planGoals(planning, of('goal'));
  yield* planProjects(planning, of('project'));
  yield* planTasks(planning, of('task'));
  const company = planCompany(planning, of('company'));
  const byPath = ({ path: one }: PackageRow, { path: other }: PackageRow): number =>
    one < other ? -1 : Number(one > other);
  return { rows: planning.rows.toSorted(byPath), steps: planning.steps, company };
}

const CompanyName = nameOfAtMost(200);
const DESCRIPTION_MAX = 65_536;

function planCompany({ rows }: Planning, [file]: readonly PlacedFile[]): Plan['company'] {
  if (!file) return null;
  const about = { path: file.path, kind: 'company', slug: 'company' } as const;
  const read = readHead(file.text);
  if (typeof read === 'string') {
    rows.push(refuseRow(read, about));
    return null;
  }
  const name = CompanyName.safeParse(read.head['name']);
  if (!name.success) {
    rows.push(refuseRow('field_unusable', { ...about, leftOut: ['name'] }));
    return null;
  }
  const written = read.body === '' ? read.head['description'] : read.body;
  const description = typeof written === 'string' ? written.slice(0, DESCRIPTION_MAX) : '';
  rows.push(skipRow('settings_stay', { ...about, name: name.data }));
  return { name: name.data, description };
}
