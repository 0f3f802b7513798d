import { newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJoiningGateway, type JoiningGateway } from './joining-gateway.ts';
import { joiningSteps, type JoinAttempt } from './joining-steps.ts';

let server: JoiningGateway;
beforeAll(async () => {
  server = await openJoiningGateway();
});
afterAll(() => server.close());

const { requestToJoin, decide, poll, expire, eventsOf } = joiningSteps(() => server);

describe('approveJoinRequest', () => {
  it('decides once and emits everything that is needed to create the agent', async () => {
    const joining = await requestToJoin({ title: 'Guest' });
    const { status, body } = await decide(joining, 'approve', { decisionNote: 'Welcome.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: joining.id,
      status: 'approved',
      agentId: expect.any(String),
      decisionNote: 'Welcome.',
      decidedByUserId: expect.any(String),
      decidedAt: expect.any(String),
    });
    expect((await decide(joining, 'approve')).body).toEqual(body);
    const events = (await eventsOf(joining.id)).filter(
      ({ type }) => type === 'join_request.approved',
    );
    expect(events).toMatchObject([
      {
        actorType: 'user',
        payload: { agentId: body.agentId, joiner: { name: 'Eve', title: 'Guest' } },
      },
    ]);
  });

  it('refuses a name that was taken meanwhile, and accepts another one', async () => {
    const joining = await requestToJoin({ agentName: 'Mallory' });
    await none(
      server.stage.db,
      sql`
      update agents set name = 'mallory'
      where company_id = ${joining.companyId} and name = 'Bob'`,
    );
    expect(await decide(joining, 'approve')).toMatchObject({
      status: 409,
      body: { code: 'name_taken' },
    });
    expect(await decide(joining, 'approve', { agentName: 'Trent' })).toMatchObject({
      status: 200,
      body: { agentName: 'Trent', status: 'approved' },
    });
  });

  it('is final, and one of two concurrent decisions wins', async () => {
    const joining = await requestToJoin();
    const replies = await Promise.all([decide(joining, 'approve'), decide(joining, 'reject')]);
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 422]);
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({ code: 'join_request_not_pending' });
  });

  it('is refused after the request has expired', async () => {
    const joining = await requestToJoin();
    await expire(joining);
    expect(await decide(joining, 'approve')).toMatchObject({
      status: 422,
      body: { code: 'join_request_not_pending', details: { status: 'expired' } },
    });
  });

  it('requires the permissions to approve and to manage agents, and is refused for agents', async () => {
    const { companyId, id: joinRequestId } = await requestToJoin();
    const member = (permissions: ('approve' | 'manage_agents')[]) =>
      server.stage.as(
        boardActor({
          companies: [{ companyId, role: 'operator', permissions }],
        }),
      );
    for (const permission of ['approve', 'manage_agents'] as const) {
      await expect(
        member([permission]).approveJoinRequest({ companyId, joinRequestId }),
      ).rejects.toMatchObject({ code: 'permission_missing' });
    }
    await expect(
      server.stage.as(agentActor(companyId)).approveJoinRequest({ companyId, joinRequestId }),
    ).rejects.toMatchObject({ code: 'board_only' });
    expect(
      await member(['approve', 'manage_agents']).approveJoinRequest({ companyId, joinRequestId }),
    ).toMatchObject({ status: 'approved' });
  });

  it('does not find join requests of other companies', async () => {
    const joining = await requestToJoin();
    const { companyId } = await server.createCompany();
    for (const id of [joining.id, newId()]) {
      for (const verdict of ['approve', 'reject'] as const) {
        expect(await decide({ ...joining, companyId, id }, verdict)).toMatchObject({
          status: 404,
          body: { code: 'join_request_not_found' },
        });
      }
    }
    expect((await poll(joining)).body).toMatchObject({ status: 'pending' });
  });
});

describe('listJoinRequests', () => {
  it('lists the join requests of a company by status, newest first, page by page', async () => {
    const { companyId } = await server.createCompany();
    const created: JoinAttempt[] = [];
    for (const agentName of ['First', 'Second', 'Third', 'Fourth']) {
      const {
        body: { token },
      } = await server.invite(companyId);
      const { body } = await server.accept(token, { agentName });
      created.unshift({ companyId, id: body.id, claimSecret: body.claimSecret });
    }
    const [fourth, third, second, first] = created as [
      JoinAttempt,
      JoinAttempt,
      JoinAttempt,
      JoinAttempt,
    ];
    await decide(first, 'reject');
    await decide(second, 'approve');
    await expire(third);
    const list = async (query: string) => {
      const { headers, body } = await server.call(
        `GET /api/companies/${companyId}/join-requests${query}`,
      );
      const ids = (body as { id: string }[]).map(({ id }) => id);
      return { ids, cursor: headers.get('next-cursor') };
    };
    expect((await list('')).ids).toEqual(created.map(({ id }) => id));
    expect((await list('?status=pending')).ids).toEqual([fourth.id]);
    expect((await list('?status=pending_approval')).ids).toEqual([fourth.id]);
    expect((await list('?status=expired,approved')).ids).toEqual([third.id, second.id]);
    const { ids, cursor } = await list('?limit=3');
    expect(ids).toHaveLength(3);
    expect((await list(`?limit=3&cursor=${cursor}`)).ids).toEqual([first.id]);
  });
});
