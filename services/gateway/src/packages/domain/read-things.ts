/** Reads the things of a package from their files. What they name is looked up later. */
import {
  adapters,
  agents,
  CliAgentType,
  issues,
  RoutineVariables,
  type PackageRow,
} from '@muster/contracts';
import { z } from 'zod';
import type {
  PackageAdapter,
  PackageAgent,
  PackageGoal,
  PackageProject,
  PackageTask,
} from './content.ts';
import { readHead, type Head } from './front-matter.ts';
import type { PlacedFile } from './package-files.ts';
import { isDangerous, readFields, type ReadFields } from './read-fields.ts';
import { refuseRow } from './rows.ts';

/** A thing with its file and what is not taken of it. */
export interface Found<T> {
  readonly path: string;
  readonly thing: T;
  readonly leftOut: readonly string[];
}

export interface ReadThing<T> {
  readonly found?: Found<T>;
  readonly rows: readonly PackageRow[];
}

/** A slug, or the path of a file in the folder of that name. */
const Reference = z
  .string()
  .max(500)
  .transform(
    (text) =>
      text
        .replace(/\/[A-Z]+\.md$/, '')
        .split('/')
        .at(-1) ?? '',
  )
  .pipe(z.string().min(1));
const References = z.array(Reference).max(100);
const Free = z.unknown();

const { name, role, title, icon, capabilities, budgetMonthlyCents } =
  agents.operations.createAgent.input.shape;
const agentSchemas = {
  name,
  role,
  title,
  icon,
  capabilities,
  budgetMonthlyCents,
  description: z.string().max(65_536),
  reportsTo: Reference,
  skills: References,
  adapter: Free,
};

export function readAgent(file: PlacedFile): ReadThing<PackageAgent> {
  return readThing(file, agentSchemas, ({ values, body, slug }) => {
    const { adapter, leftOut } = readAdapter(values.adapter);
    const agent: PackageAgent = {
      slug,
      name: values.name ?? slug,
      role: values.role ?? 'general',
      title: values.title ?? null,
      icon: values.icon ?? null,
      capabilities: values.capabilities ?? values.description ?? null,
      budgetMonthlyCents: values.budgetMonthlyCents ?? 0,
      reportsTo: values.reportsTo ?? null,
      skills: [...new Set(values.skills)],
      adapter,
      instructions: body,
    };
    return { thing: agent, leftOut, isBad: body.length > TEXT_MAX ? 'text' : undefined };
  });
}

const TEXT_MAX = 65_536;

/** Of a coding agent whose program the operator has installed: its model, and how much that thinks. */
function readAdapter(value: unknown): { adapter: PackageAdapter | null; leftOut: string[] } {
  if (value === undefined) return { adapter: null, leftOut: [] };
  const none = { adapter: null, leftOut: ['adapter'] };
  if (typeof value !== 'object' || value === null) return none;
  const { type, model, effort, ...others } = value as Record<string, unknown>;
  const known = CliAgentType.safeParse(type);
  if (!known.success) return { ...none, leftOut: ['adapter', ...dangerousOf(others)] };
  const config = {
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
  };
  if (!adapters[known.data].config.safeParse(config).success) return none;
  const adapter = { type: known.data, ...config } as PackageAdapter;
  return { adapter, leftOut: Object.keys(others).map((key) => `adapter.${key}`.slice(0, 64)) };
}

const dangerousOf = (others: Head): string[] =>
  Object.keys(others)
    .filter(isDangerous)
    .map((key) => `adapter.${key}`);

const goal = issues.operations.createGoal.input.shape;
const goalSchemas = {
  name: goal.title,
  level: goal.level,
  status: goal.status,
  parent: Reference,
  owner: Reference,
};

export const readGoal = (file: PlacedFile): ReadThing<PackageGoal> =>
  readThing(file, goalSchemas, ({ values, body, slug }) => ({
    thing: {
      slug,
      title: values.name ?? slug,
      level: values.level ?? 'task',
      status: values.status ?? 'planned',
      parent: values.parent ?? null,
      owner: values.owner ?? null,
      description: body,
    },
    isBad: body.length > TEXT_MAX ? 'text' : undefined,
  }));

const project = issues.operations.createProject.input.shape;
const projectSchemas = {
  name: project.name,
  description: z.string().max(TEXT_MAX),
  status: project.status,
  owner: Reference,
  goals: References,
  targetDate: project.targetDate,
  color: project.color,
};

export const readProject = (file: PlacedFile): ReadThing<PackageProject> =>
  readThing(file, projectSchemas, ({ values, body, slug }) => ({
    thing: {
      slug,
      name: values.name ?? slug,
      status: values.status ?? 'planned',
      description: body === '' ? (values.description ?? '') : body,
      targetDate: values.targetDate ?? null,
      color: values.color ?? null,
      lead: values.owner ?? null,
      goals: [...new Set(values.goals)],
    },
    isBad: body.length > TEXT_MAX ? 'text' : undefined,
  }));

const routine = issues.operations.createRoutine.input.shape;
const [cron, interval] = routine.clock.unwrap().options;
const taskSchemas = {
  name: routine.name,
  title: routine.template.shape.title,
  description: z.string().max(TEXT_MAX),
  priority: issues.operations.createIssue.input.shape.priority,
  assignee: Reference,
  project: Reference,
  goal: Reference,
  recurring: z.boolean(),
  schedule: z.union([
    z.strictObject({ cron: cron.shape.expression, zone: cron.shape.zone }),
    z.strictObject({ everySec: interval.shape.everySec }),
  ]),
  overlap: routine.overlap,
  catchUp: routine.catchUp,
  catchUpCap: routine.catchUpCap,
  pauseAfterFailures: routine.pauseAfterFailures,
  variables: RoutineVariables,
};

export const readTask = (file: PlacedFile): ReadThing<PackageTask> =>
  readThing(file, taskSchemas, ({ values, body, slug }) => {
    const { recurring, overlap, catchUp, catchUpCap, pauseAfterFailures } = values;
    const task: PackageTask = {
      slug,
      name: values.name ?? slug,
      title: values.title ?? values.name ?? slug,
      priority: values.priority ?? null,
      assignee: values.assignee ?? null,
      project: values.project ?? file.place.project ?? null,
      goal: values.goal ?? null,
      description: body === '' ? (values.description ?? '') : body,
      routine:
        recurring || values.schedule
          ? {
              schedule: values.schedule ?? null,
              overlap: overlap ?? 'skip',
              catchUp: catchUp ?? 'latest',
              catchUpCap: catchUpCap ?? 10,
              pauseAfterFailures: pauseAfterFailures ?? 5,
              variables: values.variables ?? [],
            }
          : null,
    };
    return { thing: task, isBad: body.length > TEXT_MAX ? 'text' : undefined };
  });

interface Made<T> {
  readonly thing: T;
  readonly leftOut?: readonly string[];
  /** The field that cannot be taken. */
  readonly isBad?: string | undefined;
}

type Parts<S extends Readonly<Record<string, z.ZodType>>> = Pick<ReadFields<S>, 'values'> & {
  readonly body: string;
  readonly slug: string;
};

function readThing<T, S extends Readonly<Record<string, z.ZodType>>>(
  { path, text, place: { kind, slug } }: PlacedFile,
  schemas: S,
  make: (parts: Parts<S>) => Made<T>,
): ReadThing<T> {
  const about = { path, kind, slug };
  const read = readHead(text);
  if (typeof read === 'string') return { rows: [refuseRow(read, about)] };
  const { values, bad, leftOut, dangerous } = readFields(read.head, schemas);
  if (bad.length > 0) {
    return { rows: [refuseRow('field_unusable', { ...about, leftOut: [...bad] })] };
  }
  const { thing, leftOut: more = [], isBad } = make({ values, body: read.body, slug });
  if (isBad !== undefined) return { rows: [refuseRow('too_large', about)] };
  const keys = [...dangerous, ...more.filter((key) => isDangerous(key.replace('adapter.', '')))];
  return {
    found: { path, thing, leftOut: [...leftOut, ...more] },
    rows: keys.map((key) => refuseRow('key_not_imported', { ...about, leftOut: [key] })),
  };
}
