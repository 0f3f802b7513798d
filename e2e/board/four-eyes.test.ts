/** A company whose approvals need another member: who asked, or changed what is asked, is offered no decision. */
import { approvals } from '@muster/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey } from '../fixtures/builders.ts';
import { addPerson, type Person } from '../fixtures/people.ts';
import type { Caller } from '../world/http-client.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world, { approvalsNeedAnother: true });

const addApprover = (): Promise<Person> =>
  addPerson(world(), company().id, { role: 'operator', permissions: ['approve'] });

let approver: Person;
let caller: Caller;
let agent: Caller;
beforeAll(async () => {
  approver = await addApprover();
  caller = await approver.signIn();
  ({ caller: agent } = await addAgentWithKey(world(), company().id, { name: 'Grace' }));
});

const question = { type: 'request_board_approval', payload: { title: 'May I?' } } as const;

const ask = (by: Caller) =>
  by.call(approvals, 'createApproval', { companyId: company().id, ...question });

const visit = (id: string, { email }: Person = approver): Promise<Page> =>
  visitSignedIn(`~/approvals/${id}`, { email });

/** The page has no answer to click, says why, and the API refuses one. */
async function expectNoOffer(id: string, why: string): Promise<void> {
  const page = await visit(id);
  await page.getByText(why).waitFor();
  expect(await page.getByRole('form', { name: 'Decision' }).count()).toBe(0);
  const refused = await caller.post(`/api/approvals/${id}/approve`, {});
  expect(refused).toMatchObject({ status: 403, body: { code: 'another_must_decide' } });
}

async function approve(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('heading', { name: 'Decision' }).waitFor();
  const { board } = world();
  await eventually(() => board.call(approvals, 'getApproval', { approvalId: id })).toMatchObject({
    status: 'approved',
  });
}

describe('a member who may approve, in a company that demands the approval of another', () => {
  it('decides what an agent has asked for', async () => {
    const { id } = await ask(agent);
    await approve(await visit(id), id);
  });

  it('leaves its own question to another member, whose page offers the decision', async () => {
    const { id } = await ask(caller);
    await expectNoOffer(id, 'You requested this, so another member decides.');
    await approve(await visit(id, await addApprover()), id);
  });

  it('leaves a question to another member once it has changed what is asked', async () => {
    const { board } = world();
    const { id: approvalId } = await ask(agent);
    await board.call(approvals, 'requestRevision', { approvalId });
    const changed = { approvalId, payload: { title: 'May I, please?' } };
    await caller.call(approvals, 'resubmitApproval', changed);
    await expectNoOffer(approvalId, 'You changed the request');
  });
});
