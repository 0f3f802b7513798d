import { randomUUID } from 'node:crypto';
import { gateway } from '@muster/contracts';
import { createCompany } from '../../fixtures/builders.ts';
import { addPerson, invite, PASSWORD } from '../../fixtures/people.ts';
import { companyPath, type WriteScenario, type ScenarioFixture } from './scenario.ts';

const addViewer = (fixture: ScenarioFixture) =>
  addPerson(fixture.world, fixture.companyId, { role: 'viewer' });
const newMember = () => ({ email: `${randomUUID()}@example.com` });

export const ofPeople: Record<string, WriteScenario> = {
  addMember: (fixture) => fixture.world.board.post(companyPath(fixture, 'members'), newMember()),
  changeMember: async (fixture) => {
    const { userId } = await addViewer(fixture);
    return fixture.world.board.patch(companyPath(fixture, `members/${userId}`), {
      role: 'operator',
    });
  },
  removeMember: async (fixture) => {
    const { userId } = await addViewer(fixture);
    return fixture.world.board.delete(companyPath(fixture, `members/${userId}`));
  },
  revokeUserInvitation: async (fixture) => {
    const { board } = fixture.world;
    const { companyId } = fixture;
    const { invitation } = await board.call(gateway, 'addMember', { companyId, ...newMember() });
    return board.delete(companyPath(fixture, `user-invitations/${invitation?.id}`));
  },
  acceptOwnInvitation: async ({ world, companyId }) => {
    const other = await createCompany(world.board);
    const person = await addPerson(world, other.id);
    const { invitationId } = await invite(world.board, companyId, { email: person.email });
    return (await person.signIn()).post(`/api/invitations/${invitationId}/accept`);
  },
  acceptUserInvitation: async ({ world: { api, board }, companyId }) => {
    const { token } = await invite(board, companyId);
    const body = { name: 'Ada', password: PASSWORD };
    return api.as().post(`/api/user-invitations/${token}/accept`, body);
  },
};

/** Writes that are in no company's log: they concern a user, or perform other operations. */
export const ofNoCompany: readonly string[] = [
  'callMcp',
  'previewCompanyPackage',
  'inviteUser',
  'revokeInstanceInvitation',
  'changeUser',
  'createBoardToken',
  'revokeBoardToken',
  'revokeSession',
  'signIn',
  'signInWithToken',
  'decideAuthorizationRequest',
  'createSignInLink',
  'signInWithLink',
  'signOut',
  'changePassword',
  'signInWithProvider',
  'linkProvider',
];
