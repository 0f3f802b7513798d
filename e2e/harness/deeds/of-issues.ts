import { addIssue, addMember } from '../builders.ts';
import { at } from './scene.ts';
import type { Deed, Scene } from './scene.ts';

export const ofIssues: Record<string, Deed> = {
  createIssue: (scene) =>
    scene.chief.caller.post(at(scene, 'issues'), { title: 'Plan the year' }),
  updateIssue: async (scene) =>
    scene.world.board.patch(await ofIssue(scene), { title: 'Other' }),
  checkoutIssue: async (scene) => {
    const { agent, caller } = await addMember(scene.world, scene.companyId);
    const claim = { agentId: agent.id, expectedStatuses: ['todo'] };
    return caller.post(await ofIssue(scene, 'checkout'), claim);
  },
  releaseIssue: async (scene) => {
    const { agent, caller } = await addMember(scene.world, scene.companyId);
    const issueId = await newIssue(scene);
    const claim = { agentId: agent.id, expectedStatuses: ['todo'] };
    await caller.post(`/api/issues/${issueId}/checkout`, claim);
    return caller.post(`/api/issues/${issueId}/release`);
  },
  addComment: async (scene) =>
    scene.chief.caller.post(await ofIssue(scene, 'comments'), { body: 'Noted.' }),
};

const newIssue = async ({ world, companyId }: Scene): Promise<string> =>
  (await addIssue(world.board, companyId)).id;

const ofIssue = async (scene: Scene, rest = ''): Promise<string> =>
  `/api/issues/${await newIssue(scene)}${rest && `/${rest}`}`;
