/**
 * Writes in the background of a story, whatever faults strike: two agents write comments, each with an
 * idempotency key and sent again until it is acknowledged.
 */
import { Comment, issues } from '@muster/contracts';
import { addIssue, addAgentWithKey, type AgentWithKey } from '../fixtures/builders.ts';
import { readAll } from '../world/read-lists.ts';
import type { World } from '../world/use-world.ts';
import { insist } from '../world/insist.ts';

const WRITERS = ['Ann', 'Bob'];

export interface WrittenComment {
  id: string;
  body: string;
}
export interface BackgroundWrites {
  /** Stops; answers with what was acknowledged, in order. */
  stop(): Promise<WrittenComment[]>;
  /** The comments that exist at present. */
  read(): Promise<WrittenComment[]>;
}

export async function startBackgroundWrites(
  world: World,
  companyId: string,
): Promise<BackgroundWrites> {
  const { id: issueId } = await addIssue(world.board, companyId, { title: 'Chatter' });
  const acknowledged: WrittenComment[] = [];
  let stopped = false;
  const write = async (name: string, { caller }: AgentWithKey): Promise<void> => {
    for (let number = 1; !stopped; number += 1) {
      const body = `${name} ${number}`;
      const { id } = await insist((headers) =>
        caller.call(issues, 'addComment', { issueId, body }, headers),
      );
      acknowledged.push({ id, body });
      await insist(() => caller.call(issues, 'getComment', { issueId, commentId: id }));
    }
  };
  const members = await Promise.all(
    WRITERS.map((name) => addAgentWithKey(world, companyId, { name })),
  );
  const writing = Promise.all(members.map((member) => write(member.agent.name, member)));
  // `stop` reports a failure; until then the rejection must not be unhandled.
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
