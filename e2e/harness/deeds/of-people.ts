import { randomUUID } from 'node:crypto';
import { gateway } from '@muster/contracts';
import { addPerson, invite, PASSWORD } from '../people.ts';
import { at } from './scene.ts';
import type { Deed, Scene } from './scene.ts';

const someone = (scene: Scene) => addPerson(scene.world, scene.companyId, { role: 'viewer' });
const somebody = () => ({ email: `${randomUUID()}@example.com` });

export const ofPeople: Record<string, Deed> = {
  addMember: (scene) => scene.world.board.post(at(scene, 'members'), somebody()),
  changeMember: async (scene) => {
    const { userId } = await someone(scene);
    return scene.world.board.patch(at(scene, `members/${userId}`), { role: 'operator' });
  },
  removeMember: async (scene) => {
    const { userId } = await someone(scene);
    return scene.world.board.delete(at(scene, `members/${userId}`));
  },
  revokeUserInvitation: async (scene) => {
    const { board } = scene.world;
    const { companyId } = scene;
    const { invitation } = await board.call(gateway, 'addMember', { companyId, ...somebody() });
    return board.delete(at(scene, `user-invitations/${invitation?.id}`));
  },
  acceptUserInvitation: async ({ world: { api, board }, companyId }) => {
    const { token } = await invite(board, companyId);
    const body = { name: 'Ada', password: PASSWORD };
    return api.as().post(`/api/user-invitations/${token}/accept`, body);
  },
};

/** What concerns one user alone and no company, so that no company's log tells of it. */
export const ofNoCompany: readonly string[] = [
  'inviteUser', 'changeUser', 'createBoardToken', 'revokeBoardToken', 'revokeSession', 'signIn',
  'signOut', 'changePassword', 'signInWithProvider', 'linkProvider',
];
