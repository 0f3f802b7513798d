import { Id, type Goal, type Project } from '@muster/contracts';
import { z } from 'zod';
import { companyOf } from '../company-of.ts';
import { cut, fit } from '../domain/fit.ts';
import { reads, tool } from '../tool.ts';

const MAX_BYTES = 6_000;
/** Of each kind: one page of the API. */
const LISTED_MAX = 100;
/** The first ones; all of them are at `GET /api/projects/:projectId`. */
const WORKSPACES_SHOWN = 5;
/** Of one project. */
const GOALS_SHOWN = 5;

export const readPlan = tool({
  name: 'read_plan',
  description: 'Goals and projects of the company; `goal` or `project` (ids): that one whole.',
  input: z.strictObject({ goal: Id.optional(), project: Id.optional() }),
  hints: reads,
  async run({ goal: goalId, project: projectId }, call) {
    if (goalId || projectId) {
      const [goal, project] = await Promise.all([
        goalId && call.perform('getGoal', { goalId }),
        projectId && call.perform('getProject', { projectId }),
      ]);
      return whole(goal ? goal.answer : undefined, project ? project.answer : undefined);
    }
    const list = { companyId: await companyOf(call), limit: LISTED_MAX };
    const [goals, projects] = await Promise.all([
      call.perform('listGoals', list),
      call.perform('listProjects', list),
    ]);
    const items = [
      ...goals.answer.map((goal) => showGoal(goal)),
      ...projects.answer.map((project) => showProject(project)),
    ];
    return fit({
      maxBytes: MAX_BYTES,
      items,
      keep: 'first',
      build: (shown, textMax) => ({
        plan: shown.map(({ text, ...facts }) => ({ ...facts, said: cut(text, textMax) })),
        none: items.length === 0 || undefined,
        more:
          shown.length < items.length || goals.nextCursor || projects.nextCursor
            ? 'GET /api/companies/:companyId/goals and /projects have all'
            : undefined,
      }),
    });
  },
});

const showGoal = ({ id, level, status, parentId, ownerAgentId, title }: Goal) => ({
  goal: id,
  level,
  status,
  parent: parentId,
  owner: ownerAgentId,
  text: title,
});

const showProject = ({ id, status, goalIds, leadAgentId, name }: Project) => ({
  project: id,
  status,
  goals: goalIds.slice(0, GOALS_SHOWN),
  lead: leadAgentId,
  text: name,
});

const whole = (goal: Goal | undefined, project: Project | undefined): string =>
  fit({
    maxBytes: MAX_BYTES,
    items: [],
    keep: 'first',
    build: (_, textMax) => ({
      goal: goal && {
        ...showGoal(goal),
        text: undefined,
        said: { title: cut(goal.title, textMax), description: cut(goal.description, textMax) },
      },
      project: project && {
        ...showProject(project),
        text: undefined,
        said: {
          name: cut(project.name, textMax),
          description: cut(project.description, textMax),
          workspaces: project.workspaces
            .slice(0, WORKSPACES_SHOWN)
            .map(({ id, cwd, repoUrl, repoRef }) => ({
              id,
              cwd: cut(cwd, textMax),
              repoUrl: cut(repoUrl, textMax),
              repoRef: cut(repoRef, textMax),
            })),
        },
      },
    }),
  });
