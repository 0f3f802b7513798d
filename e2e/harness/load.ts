/**
 * A small load of writes that goes on whatever happens to the system: two agents that comment, each
 * comment under a key of its own and sent again until it is acknowledged.
 */
import { Comment, issues } from '@muster/contracts';
import { addIssue, addMember } from './builders.ts';
import type { Member } from './builders.ts';
import { readAll } from './log.ts';
import type { World } from './stack.ts';
import { insist } from './until.ts';

const WRITERS = ['Ann', 'Bob'];

export type Written = { id: string; body: string };
export type Load = {
  /** Ends it; what was acknowledged, in the order of acknowledgement. */
  stop(): Promise<Written[]>;
  /** What is there now. */
  read(): Promise<Written[]>;
};

export async function startLoad(world: World, companyId: string): Promise<Load> {
  const { id: issueId } = await addIssue(world.board, companyId, { title: 'Chatter' });
  const acknowledged: Written[] = [];
  let stopped = false;
  const write = async (name: string, { caller }: Member): Promise<void> => {
    for (let number = 1; !stopped; number += 1) {
      const body = `${name} ${number}`;
      const { id } = await insist((headers) =>
        caller.call(issues, 'addComment', { issueId, body }, headers));
      acknowledged.push({ id, body });
      await insist(() => caller.call(issues, 'getComment', { issueId, commentId: id }));
    }
  };
  const members = await Promise.all(
    WRITERS.map((name) => addMember(world, companyId, { name })),
  );
  const writing = Promise.all(
    members.map((member) => write(member.agent.name, member)),
  );
  // Whoever stops it hears of a failure; until then nobody listens.
  writing.catch(() => undefined);
  return {
    async stop() {
      stopped = true;
      await writing;
      return acknowledged;
    },
    async read() {
      const comments = await readAll(world.board, `/api/issues/${issueId}/comments`, Comment);
      return comments.map(({ id, body }) => ({ id, body }));
    },
  };
}
