/** Steps of an agent that joins, and of the board that decides about it. */
import { none, sql } from '@muster/service-kit';
import { expect } from 'vitest';
import type { JoiningGateway } from './joining-gateway.ts';
import type { Response } from './open-gateway.ts';

export interface JoinAttempt {
  readonly companyId: string;
  readonly id: string;
  readonly claimSecret: string;
}

export interface JoiningSteps {
  /** A new company with a pending join request. */
  requestToJoin(body?: object): Promise<JoinAttempt>;
  decide(joining: JoinAttempt, verdict: 'approve' | 'reject', body?: object): Promise<Response>;
  claim(joining: JoinAttempt): Promise<Response>;
  poll(joining: JoinAttempt): Promise<Response>;
  /** Expires the request. */
  expire(joining: JoinAttempt): Promise<void>;
  eventsOf(entityId: string): ReturnType<JoiningGateway['stage']['emitted']>;
}

export const joiningSteps = (server: () => JoiningGateway): JoiningSteps => ({
  async requestToJoin(body = {}) {
    const { companyId } = await server().createCompany();
    const {
      body: { token },
    } = await server().invite(companyId);
    const {
      status,
      body: { id, claimSecret },
    } = await server().accept(token, body);
    expect(status).toBe(202);
    return { companyId, id, claimSecret };
  },
  decide: ({ companyId, id }, verdict, body = {}) =>
    server().call(`POST /api/companies/${companyId}/join-requests/${id}/${verdict}`, { body }),
  claim: ({ id, claimSecret }) =>
    server().call(`POST /api/join-requests/${id}/claim-api-key`, {
      token: '',
      body: { claimSecret },
    }),
  poll: ({ id, claimSecret }) =>
    server().call(`GET /api/join-requests/${id}`, {
      token: '',
      headers: { 'x-claim-secret': claimSecret },
    }),
  expire: ({ id }) =>
    none(
      server().stage.db,
      sql`
      update join_requests set expires_at = now() - interval '1 second' where id = ${id}`,
    ),
  eventsOf: async (entityId) =>
    (await server().stage.emitted()).filter((event) => event.entityId === entityId),
});
