/**
 * Each mistake is refused with an answer that names the field, the rule, or the next request, and a
 * reader that has only this answer gets the request right at its second try.
 */
import type { Problem } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addIssue } from '../fixtures/builders.ts';
import { createTeam } from '../fixtures/team.ts';
import { useSharedWorld } from '../world/use-world.ts';
import type { Caller } from '../world/http-client.ts';
import {
  fieldMistakes,
  otherMistakes,
  routeMistakes,
  type By,
  type MistakeRow,
  type Setting,
} from './rows.ts';
import type { Attempt } from './second-try.ts';

const tables = { 'a route': routeMistakes, 'a field': fieldMistakes, 'a value': otherMistakes };
/** Only to name the rows; each is made anew with the ids of the company. */
const named: Setting = {
  company: 'company',
  issue: 'issue',
  free: 'free',
  identifier: 'PX-1',
  claimed: 'claimed',
  ann: 'ann',
  bob: 'bob',
  approval: 'approval',
};

const world = useSharedWorld();
let setting: Setting;
let callers: Readonly<Record<By, Caller>>;
beforeAll(async () => {
  const { board, api } = world();
  const { company, callers: team, agents } = await createTeam(world(), { reviewRequired: false });
  const [issue, free, claimed] = [
    await addIssue(board, company.id, { title: 'Open', status: 'todo' }),
    await addIssue(board, company.id, { title: 'Free', status: 'backlog' }),
    await addIssue(board, company.id, { title: 'Taken', status: 'todo' }),
  ];
  await team.ann.post(`/api/issues/${claimed.id}/checkout`, {
    agentId: agents.ann,
    expectedStatuses: ['todo'],
  });
  const asked = await team.ann.post(`/api/companies/${company.id}/approvals`, {
    type: 'request_board_approval',
    payload: { title: 'A new desk', summary: 'It is for two.' },
  });
  setting = {
    company: company.id,
    issue: issue.id,
    free: free.id,
    identifier: issue.identifier,
    claimed: claimed.id,
    ann: agents.ann,
    bob: agents.bob,
    approval: (asked.body as { id: string }).id,
  };
  callers = {
    board,
    ann: team.ann,
    bob: team.bob,
    nobody: api.as(),
    garbage: api.as('garbage'),
    basic: api.as(),
  };
});

async function perform(
  by: By,
  { line, body }: Attempt,
): Promise<{ status: number; body: unknown }> {
  const [method = '', path = ''] = line.split(' ');
  const headers: Record<string, string> = by === 'basic' ? { authorization: 'Basic YTpi' } : {};
  const caller = callers[by];
  if (method === 'GET') return caller.get(path, headers);
  if (method === 'POST') return caller.post(path, body, headers);
  if (method === 'PATCH') return caller.patch(path, body, headers);
  const { stack } = world();
  const reply = await fetch(`${stack.baseUrls[0]}${path}`, {
    method,
    headers: { authorization: `Bearer ${stack.boardToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: await reply.json() };
}

describe.each(Object.entries(tables))('%s', (_, table) => {
  it.each(table(named).map(({ mistake }, index) => ({ mistake, index })))(
    '$mistake is answered so that the second try is right',
    async ({ index }) => {
      const row = table(setting)[index] as MistakeRow;
      const refused = await perform(row.by, row);
      const problem = refused.body as Problem;
      expect([refused.status, problem.code]).toEqual(row.answers);
      const text = JSON.stringify(problem);
      for (const words of row.leads) expect(text).toContain(words);
      if (!row.secondTry) return;
      const again = await perform(row.by, row.secondTry(problem, row));
      expect([again.status, again.body]).toEqual([expect.toBeOneOf([200, 201, 202]), again.body]);
    },
  );
});

describe('an unknown field that is like no other', () => {
  it('is ignored, and an object names it and what is nearest', async () => {
    const { company } = setting;
    const reply = await callers.board.post(`/api/companies/${company}/issues`, {
      title: 'A title',
      colour: 'red',
      prioritisation: 1,
    });
    expect(reply).toMatchObject({
      status: 201,
      body: { title: 'A title', ignoredFields: [{ field: 'colour' }, { field: 'prioritisation' }] },
    });
    const list = await callers.board.get(`/api/companies/${company}/issues?colour=red`);
    expect([list.status, Array.isArray(list.body)]).toEqual([200, true]);
    expect(list.headers.get('ignored-fields')).toBe('colour');
  });
});
