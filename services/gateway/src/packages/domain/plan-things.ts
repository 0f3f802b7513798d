/** Plans the things of a package kind by kind: those that others name come first. */
import { AGENT_SKILLS_MAX, ROUTINES_MAX, SKILLS_MAX, type PackageCode } from '@muster/contracts';
import type { InTurns } from './in-turns.ts';
import { bySlug, orderTree, type Ordered } from './order-tree.ts';
import type { PlacedFile } from './package-files.ts';
import {
  create,
  optional,
  readAll,
  refuse,
  skip,
  type Facts,
  type Known,
  type Planning,
} from './planning.ts';
import { readSkills } from './read-skills.ts';
import { readAgent, readGoal, readProject, readTask } from './read-things.ts';
import type { Reference, StepKind } from './steps.ts';

export function* planSkills(planning: Planning, files: readonly PlacedFile[]): InTurns<void> {
  const { found, rows } = yield* readSkills(files);
  planning.rows.push(...rows);
  let count = planning.target.skills.size;
  for (const { path, thing, leftOut } of found) {
    const { slug } = thing;
    const facts = { kind: 'skill' as const, path, slug, name: slug, leftOut };
    const id = planning.target.skills.get(slug);
    if (id !== undefined) {
      skip(planning, facts, id);
      continue;
    }
    count += 1;
    if (count > SKILLS_MAX) refuse(planning, 'too_many', facts);
    else create(planning, facts, { kind: 'skill', thing });
  }
}

/** Refuses what cannot be placed; undefined is the place of a thing at the top. */
function placed<T extends { readonly slug: string; readonly above: string | null }>(
  planning: Planning,
  kind: StepKind,
  { thing: { above }, problem }: Ordered<T>,
): { readonly to: Reference | null } | PackageCode {
  if (problem) return problem;
  if (above === null) return { to: null };
  const known = planning.known[kind].get(above);
  return known === undefined || known === 'refused' ? 'reference_refused' : known;
}

export function* planAgents(planning: Planning, files: readonly PlacedFile[]): InTurns<void> {
  const { target, known } = planning;
  let { hasCeo } = target;
  const names = new Set<string>();
  const found = (yield* readAll(planning, files, readAgent)).map((one) => ({
    ...one,
    slug: one.thing.slug,
    above: one.thing.reportsTo,
  }));
  for (const ordered of orderTree(found)) {
    const { path, slug, thing: agent, leftOut } = ordered.thing;
    const isSecondCeo = agent.role === 'ceo' && hasCeo;
    const skills = agent.skills.filter((one) => isUsable(known.skill.get(one)));
    const kept = skills.slice(0, AGENT_SKILLS_MAX);
    const lost = agent.skills.filter((one) => !kept.includes(one));
    const facts = {
      kind: 'agent' as const,
      path,
      slug,
      name: agent.name,
      leftOut: [
        ...leftOut,
        ...(isSecondCeo ? ['role'] : []),
        ...lost.map((one) => `skills: ${one}`.slice(0, 64)),
      ],
    };
    const name = agent.name.toLowerCase();
    const id = target.agents.get(name);
    const place = placed(planning, 'agent', ordered);
    if (names.has(name)) refuse(planning, 'name_taken', facts);
    else if (id !== undefined) skip(planning, facts, id);
    else if (typeof place === 'string') refuse(planning, place, withField(facts, 'reportsTo'));
    else {
      hasCeo ||= agent.role === 'ceo';
      const thing = {
        ...agent,
        role: isSecondCeo ? ('general' as const) : agent.role,
        skills: kept,
      };
      create(planning, facts, { kind: 'agent', thing, reportsTo: place.to });
    }
    names.add(name);
  }
}

const isUsable = (known: Known | undefined): boolean => known !== undefined && known !== 'refused';
const withField = (facts: Facts, field: string): Facts => ({
  ...facts,
  leftOut: [...facts.leftOut, field],
});

export function* planGoals(planning: Planning, files: readonly PlacedFile[]): InTurns<void> {
  const found = (yield* readAll(planning, files, readGoal)).map((one) => ({
    ...one,
    slug: one.thing.slug,
    above: one.thing.parent,
  }));
  for (const ordered of orderTree(found)) {
    const { path, slug, thing, leftOut } = ordered.thing;
    const owner = optional(planning, 'agent', thing.owner, 'owner');
    const facts = {
      kind: 'goal' as const,
      path,
      slug,
      name: thing.title,
      leftOut: [...leftOut, ...owner.leftOut],
    };
    const id = planning.target.goals.get(thing.title);
    const place = placed(planning, 'goal', ordered);
    if (id !== undefined) skip(planning, facts, id);
    else if (typeof place === 'string') refuse(planning, place, withField(facts, 'parent'));
    else create(planning, facts, { kind: 'goal', thing, parent: place.to, owner: owner.to });
  }
}

export function* planProjects(planning: Planning, files: readonly PlacedFile[]): InTurns<void> {
  const found = yield* readAll(planning, files, readProject);
  for (const { path, thing, leftOut } of found.toSorted((a, b) => bySlug(a.thing, b.thing))) {
    const lead = optional(planning, 'agent', thing.lead, 'owner');
    const goals = thing.goals.map((slug) => optional(planning, 'goal', slug, `goals: ${slug}`));
    const facts = {
      kind: 'project' as const,
      path,
      slug: thing.slug,
      name: thing.name,
      leftOut: [...leftOut, ...lead.leftOut, ...goals.flatMap((one) => one.leftOut)],
    };
    const id = planning.target.projects.get(thing.name);
    if (id !== undefined) skip(planning, facts, id);
    else {
      const named = goals.flatMap(({ to }) => to ?? []);
      create(planning, facts, { kind: 'project', thing, lead: lead.to, goals: named });
    }
  }
}

export function* planTasks(planning: Planning, files: readonly PlacedFile[]): InTurns<void> {
  const { target } = planning;
  let routines = target.routines.size;
  const found = yield* readAll(planning, files, readTask);
  for (const { path, thing, leftOut } of found.toSorted((a, b) => bySlug(a.thing, b.thing))) {
    const assignee = optional(planning, 'agent', thing.assignee, 'assignee');
    const project = optional(planning, 'project', thing.project, 'project');
    const goal = optional(planning, 'goal', thing.goal, 'goal');
    const facts = {
      kind: 'task' as const,
      path,
      slug: thing.slug,
      name: thing.name,
      leftOut: [...leftOut, ...assignee.leftOut, ...project.leftOut, ...goal.leftOut],
    };
    const id = thing.routine ? target.routines.get(thing.name) : target.tasks.get(thing.slug);
    if (id !== undefined) {
      skip(planning, facts, id);
      continue;
    }
    routines += thing.routine ? 1 : 0;
    if (planning.known.task.has(thing.slug)) refuse(planning, 'name_taken', facts);
    else if (thing.routine && routines > ROUTINES_MAX) refuse(planning, 'too_many', facts);
    else {
      create(planning, facts, {
        kind: 'task',
        thing,
        assignee: assignee.to,
        project: project.to,
        goal: goal.to,
      });
    }
  }
}
