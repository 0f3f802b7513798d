/**
 * What people come for, with the hands that it takes and the milliseconds until it is true. Hands are judged;
 * times are printed, because other programs of a machine make them longer.
 */
import { randomUUID } from 'node:crypto';
import { approvals, issues } from '@muster/contracts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, type AgentWithKey } from '../fixtures/builders.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import { addPerson } from '../fixtures/people.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);
let grace: AgentWithKey;
let page: Page;

beforeAll(async () => {
  grace = await addAgentWithKey(world(), company().id, { name: 'Grace', role: 'engineer' });
});

/** The hands of a reader: each click, key and text counts once. */
function handsOn(of: Page) {
  let used = 0;
  let lastAt = performance.now();
  const use = async (act: Promise<void>): Promise<void> => {
    used += 1;
    lastAt = performance.now();
    await act;
  };
  return {
    click: (target: Locator) => use(target.click()),
    press: (key: string) => use(of.keyboard.press(key)),
    type: (text: string) => use(of.keyboard.type(text)),
    /** Waits until the job is done, prints what it took, and answers with the number of hands. */
    async until(job: string, done: Locator): Promise<number> {
      await done.first().waitFor();
      const ms = Math.round(performance.now() - lastAt);
      process.stdout.write(`  job ${job}: ${used} hands, true after ${ms} ms\n`);
      return used;
    },
  };
}

async function beginAt(path: string): Promise<ReturnType<typeof handsOn>> {
  const { email } = await addPerson(world(), company().id, { role: 'owner' });
  page = await visitSignedIn(path, { email });
  await page.locator('main').focus();
  return handsOn(page);
}

const ask = (title: string) =>
  grace.caller.call(approvals, 'createApproval', {
    companyId: company().id,
    type: 'request_board_approval',
    payload: { title },
  });

describe('the jobs of a reader', () => {
  it('2 and 3: what waits is there without a hand, and is decided with a note', async () => {
    await ask('May I order a lidar?');
    const hands = await beginAt('/');
    const waiting = page.getByRole('link', { name: /May I order a lidar/ });
    expect(await hands.until('2, what waits for me', waiting)).toBe(0);
    await hands.click(waiting);
    await page.getByLabel('Note').waitFor();
    await hands.press('Shift+A');
    await hands.type('Take the cheaper one.');
    await hands.click(page.getByRole('button', { name: 'Approve' }));
    expect(await hands.until('3, decide and say why', page.getByText('Approved by you'))).toBe(4);
  });

  it('4: who works on what is two keys away', async () => {
    const hands = await beginAt('/');
    await Promise.all([hands.press('g'), hands.press('o')]);
    expect(await hands.until('4, who works on what', page.getByText('Grace'))).toBe(2);
  });

  it('5: an issue is found by its words and changed', async () => {
    await addIssue(world().board, company().id, { title: 'Grease the wheels' });
    const hands = await beginAt('/');
    await hands.press('Control+K');
    await hands.type('grease');
    await page.getByRole('option', { name: /Grease the wheels/ }).waitFor();
    await hands.press('Enter');
    await hands.until('5, find an issue', page.getByRole('heading', { name: 'Grease the wheels' }));
    await page.locator('main').focus();
    await hands.press('p');
    await hands.type('high');
    await hands.press('Enter');
    const facts = page.getByRole('complementary', { name: 'Facts' });
    expect(await hands.until('5, change it', facts.getByText('high'))).toBe(6);
  });

  it('6: work is given by keys', async () => {
    const hands = await beginAt(`/${company().issuePrefix}/goals`);
    const read = Promise.withResolvers<void>();
    await page.route(/\/agents\?limit=500$/, async (route) => {
      await read.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByText('live', { exact: true }).waitFor();
    await hands.press('c');
    await hands.type('Map the hall');
    await hands.press('Tab');
    // The list has no one yet: the agents are read later.
    await hands.type('Grace');
    await hands.press('Control+Enter');
    read.resolve();
    const made = page.getByRole('heading', { name: 'Map the hall' });
    expect(await hands.until('6, give an agent work', made)).toBe(5);
    const facts = page.getByRole('complementary', { name: 'Facts' });
    await facts.getByText('Grace').first().waitFor();
  });

  it('7: a run is watched with a click, and stopped by two keys', async () => {
    const name = `Runner ${randomUUID().slice(0, 4)}`;
    await startLiveRun(world(), company().id, name);
    const hands = await beginAt(`/${company().issuePrefix}/runs`);
    await hands.click(page.getByRole('link', { name: new RegExp(`Running.*${name}`) }));
    await hands.until('7, watch a run', page.getByRole('region', { name: 'Output' }));
    await hands.press('.');
    await hands.press('Enter');
    const stopped = page.getByText('Cancelled', { exact: true });
    expect(await hands.until('7, stop it', stopped)).toBe(3);
  });

  it('8: why somebody was woken, or not, is one key away', async () => {
    const { board } = world();
    const issue = await addIssue(board, company().id, {
      title: 'Paint the floor',
      assigneeAgentId: grace.agent.id,
    });
    await board.call(issues, 'addComment', { issueId: issue.id, body: '@Grace please begin.' });
    const hands = await beginAt(`/${company().issuePrefix}/issues/${issue.identifier}`);
    await page.getByRole('complementary', { name: 'Facts' }).waitFor();
    await hands.press('w');
    const why = page.getByRole('dialog').getByRole('heading', { name: /^Why Grace was/ });
    expect(await hands.until('8, why she was not woken', why)).toBe(1);
  });
});
