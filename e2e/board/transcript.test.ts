/** What a coding agent did, read from its output as it arrives, and that output itself. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scheduler } from '@muster/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addAgent } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, visitSignedIn } = useSignedIn(world);

/** A run whose program is this script of the shell. */
async function runOf(name: string, script: string): Promise<string> {
  const { board } = world();
  const { id: agentId } = await addAgent(board, company().id, {
    name,
    adapterType: 'process',
    runtimeConfig: {},
    adapterConfig: { command: '/bin/sh', args: ['-c', script] },
  });
  const woken = await board.call(scheduler, 'wakeAgent', { agentId });
  if (!('id' in woken)) throw new Error(`skipped: ${woken.reason}`);
  return woken.id;
}

const fileWith = (name: string, lines: readonly object[]): string => {
  const file = join(world().folder, name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
};

const hostile = '<img src=x onerror="taken=1"> \u202Eevil \u001B[31mred';
const ofSession = { session_id: 's-1' };
const says = (...content: object[]) => ({ type: 'assistant', ...ofSession, message: { content } });
const edit = {
  type: 'tool_use',
  id: 't-1',
  name: 'Edit',
  input: { file_path: 'src/shelf.ts', new_string: hostile },
};
const answer = { type: 'tool_result', tool_use_id: 't-1', content: `Edited. ${hostile}` };

const isInert = async (page: Page): Promise<void> => {
  expect(await page.evaluate('"taken" in globalThis')).toBe(false);
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.locator('main').innerText()).not.toContain('\u202E');
};

describe('the transcript of a run', () => {
  it('shows turns and calls as the output arrives, with what they came to folded', async () => {
    const gate = join(world().folder, 'gate');
    execFileSync('mkfifo', [gate]);
    const first = fileWith('first.jsonl', [
      { type: 'system', subtype: 'init', ...ofSession, model: 'a-model' },
      says({ type: 'text', text: 'I **move** the shelf.' }, edit),
    ]);
    const second = fileWith('second.jsonl', [
      { type: 'user', ...ofSession, message: { content: [answer] } },
      says({ type: 'text', text: 'It is moved.' }),
    ]);
    const runId = await runOf('Coder', `cat ${first}; read line < ${gate}; cat ${second}`);
    const page = await visitSignedIn(`~/runs/${runId}`);
    const transcript = page.getByRole('group', { name: 'Transcript' });
    await transcript.getByText('Session begins with a-model').waitFor();
    await transcript.getByRole('heading', { name: 'Turn 1' }).waitFor();
    await transcript.getByText('running').waitFor();
    await transcript.locator('strong', { hasText: 'move' }).waitFor();
    await page.getByText('1 turn · 1 tool call').waitFor();
    writeFileSync(gate, 'go on\n');
    await transcript.getByRole('heading', { name: 'Turn 2' }).waitFor();
    await transcript.getByText('It is moved.').waitFor();
    await page.getByText('Files changed: src/shelf.ts').waitFor();
    expect(await transcript.getByText('Edited.').count()).toBe(0);
    await transcript.getByText('Edit', { exact: true }).click();
    await transcript.getByText('Edited. <img src=x').waitFor();
    await isInert(page);
  });

  it.each([
    { type: 'claude-code', name: 'refused-tool', has: 'Bash', ends: 'Done.' },
    { type: 'codex', name: 'quota', has: 'Session begins', ends: /usage limit/ },
    { type: 'gemini-cli', name: 'sub-agent', has: 'Session begins', ends: 'Done.' },
    { type: 'opencode', name: 'refused-tool', has: 'muster_get_work', ends: 'Done.' },
  ])('reads what $type prints', async ({ type, name, has, ends }) => {
    const file = join(
      import.meta.dirname,
      '../../libs/cli-agents/transcripts',
      type,
      `${name}.jsonl`,
    );
    const copy = join(world().folder, `${type}.jsonl`);
    writeFileSync(copy, readFileSync(file));
    const page = await visitSignedIn(`~/runs/${await runOf(type, `cat ${copy}`)}`);
    const transcript = page.getByRole('group', { name: 'Transcript' });
    await transcript.getByText(has).first().waitFor();
    await transcript.getByText(ends).first().waitFor();
    expect(await transcript.innerText()).not.toContain('"type"');
  });
});

describe('the raw output of a run', () => {
  it('has numbers and a search, and is copied and saved whole', async () => {
    const begins = fileWith('begins.jsonl', [says({ type: 'text', text: 'Hello.' })]);
    const runId = await runOf('Plain', `cat ${begins}; seq 1 300; echo; echo 'Needle <b>'`);
    const page = await visitSignedIn(`~/runs/${runId}`);
    await page.getByRole('link', { name: 'Raw output' }).click();
    const output = page.getByRole('group', { name: 'Text of the output' });
    await output.getByText('Needle <b>').waitFor();
    expect(await output.locator('[data-number="303"]').innerText()).toBe('Needle <b>');
    const search = page.getByRole('searchbox', { name: 'Search the output' });
    await search.fill('30');
    await page.getByText('1 of 4 lines').waitFor();
    expect(await output.locator('[aria-current]').getAttribute('data-number')).toBe('31');
    await search.press('Enter');
    await page.getByText('2 of 4 lines').waitFor();
    await search.press('Shift+Enter');
    await search.press('Shift+Enter');
    await page.getByText('4 of 4 lines').waitFor();
    await search.fill('no such words');
    await page.getByText('No lines').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    expect(await output.evaluate((box) => Reflect.get(box, 'scrollTop'))).toBe(0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(`run-${runId}.log`);
    expect(readFileSync((await download.path()) ?? '', 'utf8')).toMatch(
      /^\{[^]*\n300\n\nNeedle <b>\n$/,
    );
    await page.reload();
    await output.getByText('Needle <b>').waitFor();
    await page.getByRole('link', { name: 'Transcript' }).click();
    await page.getByText('301 other lines').waitFor();
  });

  it('has the lines of standard error in their colour, the times of all, and a verb to redact the line found', async () => {
    const runId = await runOf('Torn', 'echo fine; echo broken >&2; echo fine again');
    const page = await visitSignedIn(`~/runs/${runId}`);
    const output = page.getByRole('group', { name: 'Text of the output' });
    const line = (words: string) => output.getByText(words, { exact: true });
    await line('fine again').waitFor();
    expect(await output.getByTitle('Standard error').allInnerTexts()).toEqual(['broken']);
    const timed = output.locator('[data-time]:not([data-time=""])').first();
    expect(await timed.getAttribute('data-time')).toMatch(/^\d\d:\d\d:\d\d$/);
    const color = (words: string) =>
      line(words).evaluate((shown) =>
        String(Reflect.get(globalThis, 'getComputedStyle')(shown).color),
      );
    expect(await color('broken')).not.toBe(await color('fine'));
    await page.getByRole('searchbox', { name: 'Search the output' }).fill('broken');
    await page.getByRole('button', { name: 'Redact', exact: true }).click();
    // The two streams come by themselves, so it may be any of the three lines.
    const asks = page.getByRole('dialog', { name: /^Redact line [123]$/ });
    await asks.getByRole('button', { name: 'Redact' }).click();
    await line('******').waitFor();
    expect(await output.innerText()).not.toContain('broken');
  });
});
