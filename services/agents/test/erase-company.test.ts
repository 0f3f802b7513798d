import type { agents, Company } from '@muster/contracts';
import { none, one, sql } from '@muster/service-kit';
import { boardActor, openStage, until, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const asBoard = () => stage.as(boardActor());
const DAY_MS = 86_400_000;

const erase = async ({ id: companyId }: Company) => asBoard().eraseCompany({ companyId });

/** The days are over. */
const makeDue = async (companyId: string) =>
  none(await stage.admin(), sql`update companies set erases_at = now() where id = ${companyId}`);

const beginsIn = (companyId: string) =>
  until('the begin of an erasure', async () =>
    (await stage.emitted('company.erased')).some(({ entityId }) => entityId === companyId)
      ? true
      : undefined,
  );

describe('eraseCompany', () => {
  it('archives a company, and says when it goes', async () => {
    const company = await aCompany(stage);
    const erased = await erase(company);
    expect(erased).toMatchObject({ status: 'archived', version: company.version + 1 });
    expect(Date.parse(erased.erasesAt ?? '') - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
    const { payload } = (await stage.emitted('company.updated')).at(-1) ?? {};
    expect(payload).toMatchObject({ companyId: company.id, status: 'archived' });
  });

  it('keeps the first time when it is repeated', async () => {
    const company = await aCompany(stage);
    const erased = await erase(company);
    expect(await erase(company)).toEqual(erased);
  });

  it('is refused to who is no owner', async () => {
    const { id: companyId } = await aCompany(stage);
    const member = boardActor({
      companies: [{ companyId, role: 'operator', permissions: [] }],
    });
    await expect(stage.as(member).eraseCompany({ companyId })).rejects.toMatchObject({
      code: 'owner_only',
    });
  });

  it('lets nobody change what waits for its erasure', async () => {
    const company = await aCompany(stage);
    await erase(company);
    const changed = asBoard().updateCompany({ companyId: company.id, status: 'active' });
    await expect(changed).rejects.toMatchObject({ code: 'company_being_erased' });
  });
});

describe('restoreCompany', () => {
  it.each(['active', 'paused', 'archived'] as const)(
    'takes back one that was %s',
    async (status) => {
      const company = await aCompany(stage);
      if (status !== 'active') await asBoard().updateCompany({ companyId: company.id, status });
      await erase(company);
      const restored = await asBoard().restoreCompany({ companyId: company.id });
      expect(restored).toMatchObject({ status, erasesAt: null });
      expect(await asBoard().restoreCompany({ companyId: company.id })).toEqual(restored);
    },
  );

  it('is too late when the erasure has begun', async () => {
    const { id: companyId } = await erase(await aCompany(stage));
    await makeDue(companyId);
    await beginsIn(companyId);
    await expect(asBoard().restoreCompany({ companyId })).rejects.toMatchObject({
      code: 'company_not_found',
    });
  });
});

describe('an erasure', () => {
  it('deletes the rows of the company alone, and its log when every service has reported', async () => {
    const company = await aCompany(stage, { name: 'Gonebyday' });
    const other = await aCompany(stage, { name: 'Staying' });
    await anAgent(stage, other.id);
    const chief = await anAgent(stage, company.id, { adapterConfig: { env: { TOKEN: 'x' } } });
    await anAgent(stage, company.id, { reportsTo: chief.id });
    await erase(company);
    await makeDue(company.id);
    const log = (companyId: string) =>
      one<{ count: number }>(
        stage.db,
        sql`select count(*)::integer as count from events where company_id = ${companyId}`,
      );
    const reported = await until('the receipt of this service', async () => {
      const [first] = await asBoard().listErasures({});
      return first?.companyId === company.id && first.services.length > 0 ? first : undefined;
    });
    expect(reported).toMatchObject({
      finishedAt: null,
      services: [{ service: 'agents', deleted: { companies: 1, agents: 2 } }],
    });
    expect((await log(company.id)).count).toBeGreaterThan(0);
    const receipt = {
      companyId: company.id,
      begunAt: reported.begunAt,
      erasedAt: reported.begunAt,
      deleted: { things: 3 },
    };
    for (const id of ['approvals', 'billing', 'gateway', 'issues', 'scheduler'] as const) {
      const asService = stage.as({ type: 'service', id, name: id });
      expect(await asService.recordErasure(receipt)).toEqual({ isComplete: false });
    }
    await until('the end of the erasure', async () => {
      const [first] = await asBoard().listErasures({});
      return first?.finishedAt ? true : undefined;
    });
    expect((await log(company.id)).count).toBe(0);
    expect((await log(other.id)).count).toBeGreaterThan(0);
    expect((await asBoard().listAgents({ companyId: other.id })).length).toBe(1);
    const late = stage.as({ type: 'service', id: 'issues', name: 'issues' });
    expect(await late.recordErasure(receipt)).toEqual({ isComplete: true });
    const absent = asBoard().getCompany({ companyId: company.id });
    await expect(absent).rejects.toMatchObject({ code: 'company_not_found' });
  });

  it('is unknown of a company that was not erased', async () => {
    const { id: companyId, createdAt } = await aCompany(stage);
    const recorded = stage
      .as({ type: 'service', id: 'issues', name: 'issues' })
      .recordErasure({ companyId, begunAt: createdAt, erasedAt: createdAt, deleted: {} });
    await expect(recorded).rejects.toMatchObject({ code: 'company_not_found' });
  });
});
