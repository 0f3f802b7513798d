/** A company as files: Markdown below a head of YAML. Equal companies make equal bytes. */
import { secretPaths, type PackageFile } from '@muster/contracts';
import { stringify } from 'yaml';
import { slugOf } from './slugs.ts';
import type {
  PackageAgent,
  PackageContent,
  PackageGoal,
  PackageProject,
  PackageTask,
} from './content.ts';

export const SCHEMA = 'agentcompanies/v1';

export interface LeftOut {
  readonly path: string;
  readonly reason: 'secret_in_text' | 'parts_of_template';
}

export interface WrittenPackage {
  readonly files: readonly PackageFile[];
  readonly leftOut: readonly LeftOut[];
}

type Head = Readonly<Record<string, unknown>>;

export function writePackage(content: PackageContent): WrittenPackage {
  const leftOut: LeftOut[] = [];
  const file = (path: string, head: Head, body: string): PackageFile => {
    const whole = { path, text: textOf(head, body) };
    if (secretPaths({ text: whole.text }).length === 0) return whole;
    leftOut.push({ path, reason: 'secret_in_text' });
    return { path, text: textOf(withoutSecrets(head), withoutSecret(body)) };
  };
  const { name, description } = content.company;
  const company = { schema: SCHEMA, kind: 'company', name, slug: slugOf(name, 'company') };
  const files = [
    file('COMPANY.md', company, description),
    ...content.agents.map((one) =>
      file(`agents/${one.slug}/AGENTS.md`, headOfAgent(one), one.instructions),
    ),
    ...content.goals.map((one) =>
      file(`goals/${one.slug}/GOAL.md`, headOfGoal(one), one.description),
    ),
    ...content.projects.map((one) =>
      file(`projects/${one.slug}/PROJECT.md`, headOfProject(one), one.description),
    ),
    ...content.tasks.map((one) =>
      file(`tasks/${one.slug}/TASK.md`, headOfTask(one), one.description),
    ),
    ...content.skills.flatMap(({ slug, files: own }) =>
      own.map(({ path, text }) => ({ path: `skills/${slug}/${path}`, text })),
    ),
  ];
  return { files: files.toSorted(byPath), leftOut: leftOut.toSorted(byPath) };
}

const byPath = (one: { readonly path: string }, other: { readonly path: string }): number =>
  one.path < other.path ? -1 : Number(one.path > other.path);

/** A head has what is said and nothing that is left at its default, and no line is broken. */
function textOf(head: Head, body: string): string {
  const used = Object.entries(head).filter(
    ([, value]) =>
      value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  const yaml = stringify(Object.fromEntries(used), { lineWidth: 0 });
  const text = trimmedBody(body);
  return text === '' ? `---\n${yaml}---\n` : `---\n${yaml}---\n\n${text}\n`;
}

/** Empty lines around a text are the file's and not the text's. */
export const trimmedBody = (body: string): string =>
  body
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();

const withoutSecret = (text: string): string => (secretPaths({ text }).length === 0 ? text : '');

const withoutSecrets = (head: Head): Head =>
  Object.fromEntries(
    Object.entries(head).filter(
      ([, value]) => secretPaths({ text: JSON.stringify(value) ?? '' }).length === 0,
    ),
  );

const headOfAgent = (agent: PackageAgent): Head => ({
  kind: 'agent',
  name: agent.name,
  slug: agent.slug,
  title: agent.title,
  role: agent.role === 'general' ? null : agent.role,
  icon: agent.icon,
  reportsTo: agent.reportsTo,
  skills: agent.skills,
  capabilities: agent.capabilities === '' ? null : agent.capabilities,
  adapter: agent.adapter && definedOf(agent.adapter),
  budgetMonthlyCents: agent.budgetMonthlyCents === 0 ? null : agent.budgetMonthlyCents,
});

const headOfGoal = (goal: PackageGoal): Head => ({
  kind: 'goal',
  name: goal.title,
  slug: goal.slug,
  level: goal.level,
  status: goal.status,
  parent: goal.parent,
  owner: goal.owner,
});

const headOfProject = (project: PackageProject): Head => ({
  kind: 'project',
  name: project.name,
  slug: project.slug,
  status: project.status,
  owner: project.lead,
  goals: project.goals,
  targetDate: project.targetDate,
  color: project.color,
});

const headOfTask = ({ routine, ...task }: PackageTask): Head => ({
  kind: 'task',
  name: task.name,
  slug: task.slug,
  title: task.title === task.name ? null : task.title,
  assignee: task.assignee,
  project: task.project,
  goal: task.goal,
  priority: task.priority,
  ...(routine && {
    recurring: true,
    schedule: routine.schedule,
    overlap: routine.overlap,
    catchUp: routine.catchUp,
    catchUpCap: routine.catchUpCap,
    pauseAfterFailures: routine.pauseAfterFailures,
    variables: routine.variables.map(definedOf),
  }),
});

const definedOf = (value: object): Head =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
