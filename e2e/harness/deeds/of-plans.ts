import { issues } from '@muster/contracts';
import type { Project } from '@muster/contracts';
import { at } from './scene.ts';
import type { Deed, Scene } from './scene.ts';

const workspace = { name: 'Here', cwd: '/srv/here' };

export const ofPlans: Record<string, Deed> = {
  createLabel: (scene) =>
    scene.world.board.post(at(scene, 'labels'), { name: 'Urgent', color: '#ff0000' }),
  deleteLabel: async ({ world: { board }, companyId }) => {
    const label = { companyId, name: 'Short-lived', color: '#00ff00' };
    const { id } = await board.call(issues, 'createLabel', label);
    return board.delete(`/api/labels/${id}`);
  },
  createProject: (scene) =>
    scene.world.board.post(at(scene, 'projects'), { name: 'Robots', workspace }),
  updateProject: async (scene) => {
    const { id } = await newProject(scene);
    return scene.world.board.patch(`/api/projects/${id}`, { description: 'That tidy up.' });
  },
  createWorkspace: async (scene) => {
    const { id } = await newProject(scene);
    return scene.world.board.post(`/api/projects/${id}/workspaces`, { cwd: '/srv/there' });
  },
  updateWorkspace: async (scene) =>
    scene.world.board.patch(await ofWorkspace(scene), { name: 'There' }),
  deleteWorkspace: async (scene) => scene.world.board.delete(await ofWorkspace(scene)),
  createGoal: (scene) => scene.world.board.post(at(scene, 'goals'), { title: 'Grow' }),
  updateGoal: async ({ world: { board }, companyId }) => {
    const { id } = await board.call(issues, 'createGoal', { companyId, title: 'Shrink' });
    return board.patch(`/api/goals/${id}`, { title: 'Stay' });
  },
};

const newProject = ({ world: { board }, companyId }: Scene): Promise<Project> =>
  board.call(issues, 'createProject', { companyId, name: 'Plan', workspace });

async function ofWorkspace(scene: Scene): Promise<string> {
  const { id, primaryWorkspace } = await newProject(scene);
  return `/api/projects/${id}/workspaces/${primaryWorkspace?.id}`;
}
