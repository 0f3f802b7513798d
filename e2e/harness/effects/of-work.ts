import { foundCompany } from '../builders.ts';
import { addPerson } from '../people.ts';
import type { Person } from '../people.ts';
import type { World } from '../stack.ts';
import { aCost, assign, book, groundOf, idOf, named, newAgent } from './ground.ts';
import type { Ground, Prepare } from './ground.ts';

export const ofWork: Readonly<Record<string, Prepare>> = {
  createIssue: async (ground) => {
    const { id } = await newAgent(ground);
    const of = `/api/companies/${ground.companyId}`;
    return {
      act: () => ground.write.post(`${of}/issues`, { title: 'New' }),
      see: async (written) => {
        const issueId = idOf(written);
        const asked = await ground.read.post(`${of}/approvals`, {
          type: 'request_board_approval', payload: {}, issueIds: [issueId],
        });
        const { status } = await book(ground, { ...aCost(id), issueId });
        return asked.status === 201 && status === 201;
      },
    };
  },
  createProject: (ground) => planned(ground, 'projects', 'projectId', { name: named('Project') }),
  createGoal: (ground) => planned(ground, 'goals', 'goalId', { title: named('Goal') }),
  addMember: async ({ world }) => {
    const { userId, email } = await known(world);
    const own = groundOf(world, (await foundCompany(world.board)).id);
    return {
      act: () => own.write.post(`/api/companies/${own.companyId}/members`, { email }),
      see: async () => await assign(own, { assigneeUserId: userId }) === 201,
    };
  },
};

async function planned(
  ground: Ground,
  things: 'projects' | 'goals',
  field: 'projectId' | 'goalId',
  body: object,
) {
  const { id } = await newAgent(ground);
  return {
    act: () => ground.write.post(`/api/companies/${ground.companyId}/${things}`, body),
    see: async (written: Parameters<typeof idOf>[0]) =>
      (await book(ground, { ...aCost(id), [field]: idOf(written) })).status === 201,
  };
}

const people = new WeakMap<World, Promise<Person>>();

/** A user already, so that adding is all that it takes. */
function known(world: World): Promise<Person> {
  const person = people.get(world) ??
    foundCompany(world.board).then(({ id }) => addPerson(world, id));
  people.set(world, person);
  return person;
}
