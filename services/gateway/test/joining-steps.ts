/** The steps of an agent from outside, and of the board about it. */
import { none, sql } from '@muster/service-kit';
import { expect } from 'vitest';
import type { Inviting } from './inviting.ts';
import type { Response } from './open-door.ts';

export interface Joining {
  readonly companyId: string;
  readonly id: string;
  readonly claimSecret: string;
}

export interface JoiningSteps {
  /** A company, and an agent from outside that has asked to join it. */
  asked(body?: object): Promise<Joining>;
  decide(joining: Joining, verdict: 'approve' | 'reject', body?: object): Promise<Response>;
  claim(joining: Joining): Promise<Response>;
  poll(joining: Joining): Promise<Response>;
  /** Its time has come, as the clock would bring it about. */
  expire(joining: Joining): Promise<void>;
  saidOf(entityId: string): ReturnType<Inviting['stage']['said']>;
}

export const joiningIn = (world: () => Inviting): JoiningSteps => ({
  async asked(body = {}) {
    const { companyId } = await world().found();
    const { body: { token } } = await world().invite(companyId);
    const { status, body: { id, claimSecret } } = await world().accept(token, body);
    expect(status).toBe(202);
    return { companyId, id, claimSecret };
  },
  decide: ({ companyId, id }, verdict, body = {}) =>
    world().call(`POST /api/companies/${companyId}/join-requests/${id}/${verdict}`, { body }),
  claim: ({ id, claimSecret }) =>
    world().call(`POST /api/join-requests/${id}/claim-api-key`, {
      token: '', body: { claimSecret },
    }),
  poll: ({ id, claimSecret }) =>
    world().call(`GET /api/join-requests/${id}`, {
      token: '', headers: { 'x-claim-secret': claimSecret },
    }),
  expire: ({ id }) =>
    none(world().stage.db, sql`
      update join_requests set expires_at = now() - interval '1 second' where id = ${id}`),
  saidOf: async (entityId) =>
    (await world().stage.said()).filter((event) => event.entityId === entityId),
});
