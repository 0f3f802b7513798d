/** What the reader has changed by a slip, and takes back, in a real browser on the real system. */
import { issues } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addIssue } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { eventually } from './browser.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world, { name: 'Undo' });

const read = (issueId: string) => world().board.call(issues, 'getIssue', { issueId });

async function opened(title: string, expects?: RegExp) {
  const issue = await addIssue(world().board, company().id, { title });
  const page = await visitSignedIn(`~/issues/${issue.identifier}`, expects ? { expects } : {});
  const facts = page.getByRole('complementary', { name: 'Facts' });
  await facts.waitFor();
  const toast = page.getByRole('status', { name: 'Change' });
  const pick = async (key: string, word: string) => {
    await page.locator('main').focus();
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
  };
  return { issue, page, facts, toast, pick };
}

describe('a change of an issue', () => {
  it('is taken back by a click, and again by a key', async () => {
    const { issue, page, facts, toast, pick } = await opened('Paint the door');
    await pick('p', 'critical');
    await toast.getByText(`${issue.identifier}: Priority changed`).waitFor();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await facts.getByText('medium').waitFor();
    await eventually(() => read(issue.id)).toMatchObject({ priority: 'medium' });
    await toast.getByText('Priority changed').waitFor({ state: 'detached' });
    await pick('p', 'low');
    await toast.getByText('Priority changed').waitFor();
    await page.locator('main').focus();
    await page.keyboard.press('z');
    await eventually(() => read(issue.id)).toMatchObject({ priority: 'medium' });
  });

  it('is not offered back after ten seconds', async () => {
    const { issue, page, toast, pick } = await opened('Oil the hinges');
    await page.clock.install();
    await pick('p', 'high');
    await toast.getByRole('button', { name: 'Undo' }).waitFor();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(10_000);
    await toast.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    expect(await read(issue.id)).toMatchObject({ priority: 'high' });
  });

  it('says why it stays, if somebody has changed the same since', async () => {
    const { issue, toast, pick } = await opened('Fill the tank', /^412 PATCH/);
    await pick('p', 'high');
    await toast.getByRole('button', { name: 'Undo' }).waitFor();
    await world().board.call(issues, 'updateIssue', { issueId: issue.id, priority: 'low' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await toast.getByRole('alert').waitFor();
    expect(await read(issue.id)).toMatchObject({ priority: 'low' });
    await toast.getByRole('button', { name: 'Dismiss' }).click();
  });
});
