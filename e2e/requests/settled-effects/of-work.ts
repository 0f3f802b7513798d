import { createCompany } from '../../fixtures/builders.ts';
import { addPerson, invite, type Person } from '../../fixtures/people.ts';
import type { World } from '../../world/use-world.ts';
import {
  aCost,
  assign,
  book,
  effectFixture,
  idOf,
  named,
  newAgent,
  type EffectFixture,
  type Prepare,
} from './fixture.ts';

export const ofWork: Readonly<Record<string, Prepare>> = {
  createIssue: async (fixture) => {
    const { id } = await newAgent(fixture);
    const of = `/api/companies/${fixture.companyId}`;
    return {
      write: () => fixture.write.post(`${of}/issues`, { title: 'New' }),
      isVisible: async (written) => {
        const issueId = idOf(written);
        const asked = await fixture.read.post(`${of}/approvals`, {
          type: 'request_board_approval',
          payload: {},
          issueIds: [issueId],
        });
        const { status } = await book(fixture, { ...aCost(id), issueId });
        return asked.status === 201 && status === 201;
      },
    };
  },
  createProject: (fixture) => planned(fixture, 'projects', 'projectId', { name: named('Project') }),
  createGoal: (fixture) => planned(fixture, 'goals', 'goalId', { title: named('Goal') }),
  acceptOwnInvitation: async ({ world }) => {
    const person = await addOutsideUser(world);
    const caller = await person.signIn();
    const own = effectFixture(world, (await createCompany(world.board)).id);
    const { invitationId } = await invite(world.board, own.companyId, { email: person.email });
    return {
      write: () => caller.post(`/api/invitations/${invitationId}/accept`),
      isVisible: async () => (await assign(own, { assigneeUserId: person.userId })) === 201,
    };
  },
};

async function planned(
  fixture: EffectFixture,
  things: 'projects' | 'goals',
  field: 'projectId' | 'goalId',
  body: object,
) {
  const { id } = await newAgent(fixture);
  return {
    write: () => fixture.write.post(`/api/companies/${fixture.companyId}/${things}`, body),
    isVisible: async (written: Parameters<typeof idOf>[0]) =>
      (await book(fixture, { ...aCost(id), [field]: idOf(written) })).status === 201,
  };
}

/** A user of another company. */
const addOutsideUser = async (world: World): Promise<Person> =>
  addPerson(world, (await createCompany(world.board)).id);
