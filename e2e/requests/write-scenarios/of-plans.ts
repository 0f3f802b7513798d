import { issues, type Project } from '@muster/contracts';
import { companyPath, type WriteScenario, type ScenarioFixture } from './scenario.ts';

const workspace = { name: 'Main', cwd: '/srv/main' };

export const ofPlans: Record<string, WriteScenario> = {
  createLabel: (fixture) =>
    fixture.world.board.post(companyPath(fixture, 'labels'), { name: 'Urgent', color: '#ff0000' }),
  updateLabel: async ({ world: { board }, companyId }) => {
    const label = { companyId, name: 'Misspelt', color: '#00ff00' };
    const { id } = await board.call(issues, 'createLabel', label);
    return board.patch(`/api/labels/${id}`, { color: '#0000ff' });
  },
  deleteLabel: async ({ world: { board }, companyId }) => {
    const label = { companyId, name: 'Short-lived', color: '#00ff00' };
    const { id } = await board.call(issues, 'createLabel', label);
    return board.delete(`/api/labels/${id}`);
  },
  createProject: (fixture) =>
    fixture.world.board.post(companyPath(fixture, 'projects'), { name: 'Robots', workspace }),
  updateProject: async (fixture) => {
    const { id } = await newProject(fixture);
    return fixture.world.board.patch(`/api/projects/${id}`, { description: 'That tidy up.' });
  },
  holdProject: async (fixture) => {
    const { id } = await newProject(fixture);
    return fixture.world.board.post(`/api/projects/${id}/hold`, { reason: 'A freeze.' });
  },
  liftProjectHold: async (fixture) => {
    const { id } = await newProject(fixture);
    await fixture.world.board.post(`/api/projects/${id}/hold`, { reason: 'A freeze.' });
    return fixture.world.board.post(`/api/projects/${id}/hold/lift`);
  },
  createWorkspace: async (fixture) => {
    const { id } = await newProject(fixture);
    return fixture.world.board.post(`/api/projects/${id}/workspaces`, { cwd: '/srv/other' });
  },
  updateWorkspace: async (fixture) =>
    fixture.world.board.patch(await ofWorkspace(fixture), { name: 'Other' }),
  deleteWorkspace: async (fixture) => fixture.world.board.delete(await ofWorkspace(fixture)),
  createGoal: (fixture) =>
    fixture.world.board.post(companyPath(fixture, 'goals'), { title: 'Grow' }),
  updateGoal: async ({ world: { board }, companyId }) => {
    const { id } = await board.call(issues, 'createGoal', { companyId, title: 'Shrink' });
    return board.patch(`/api/goals/${id}`, { title: 'Stay' });
  },
};

const newProject = ({ world: { board }, companyId }: ScenarioFixture): Promise<Project> =>
  board.call(issues, 'createProject', { companyId, name: 'Plan', workspace });

async function ofWorkspace(fixture: ScenarioFixture): Promise<string> {
  const { id, primaryWorkspace } = await newProject(fixture);
  return `/api/projects/${id}/workspaces/${primaryWorkspace?.id}`;
}
