/** Every example of the guides is carried out as it is printed. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { approvals, billing } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addIssue } from '../fixtures/builders.ts';
import { addHook } from '../fixtures/hooks.ts';
import { createOneOfEverything } from '../fixtures/one-of-everything.ts';
import { useSharedWorld } from '../world/use-world.ts';

const run = promisify(execFile);
const docs = join(import.meta.dirname, '../../docs');

/** The blocks of a page that send requests; others set variables. */
function examplesOf(page: string): { title: string; code: string }[] {
  const text = readFileSync(join(docs, page), 'utf8');
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(({ index, 1: code = '' }) => ({ title: titleBefore(text.slice(0, index)), code }))
    .filter(({ code }) => code.includes('curl'));
}

const titleBefore = (text: string): string =>
  [...text.matchAll(/^(?:#+ (.+)|\*\*([^*]+)\*\*)/gm)].map(([, a, b]) => a ?? b).at(-1) ?? '';

const world = useSharedWorld();
let env: Record<string, string>;
let cwd: string;
beforeAll(async () => {
  const { stack, board, folder } = world();
  const { ids } = await createOneOfEverything(world(), 'Guide');
  const other = await addIssue(board, ids.company, { title: 'Another one' });
  const ended = await addIssue(board, ids.company, { title: 'An ended one', status: 'done' });
  const reviewed = await addIssue(board, ids.company, {
    title: 'One in review',
    status: 'in_review',
    assigneeAgentId: ids.agent,
  });
  const assigned = await addIssue(board, ids.company, {
    title: 'One of an agent',
    assigneeAgentId: ids.agent,
  });
  const cost = await board.call(billing, 'recordCost', {
    companyId: ids.company,
    agentId: ids.agent,
    costCents: 3,
    provider: 'anthropic',
    model: 'claude-sonnet',
    occurredAt: new Date().toISOString(),
  });
  const override = await board.call(approvals, 'createApproval', {
    companyId: ids.company,
    type: 'budget_override_required',
    requestedByAgentId: ids.agent,
    payload: { amountCents: 500 },
  });
  const hook = await addHook(board, ids.company, { form: 'hmac' });
  // What examples write stays out of the checkout.
  cwd = join(folder, 'guides');
  mkdirSync(cwd);
  const secretFile = join(folder, 'secret-of-the-guides');
  writeFileSync(secretFile, hook.secret, { mode: 0o600 });
  const tokenFile = join(folder, 'token-of-the-guides');
  writeFileSync(tokenFile, `Authorization: Bearer ${stack.boardToken}\n`, { mode: 0o600 });
  env = {
    PATH: process.env['PATH'] ?? '',
    MUSTER_URL: stack.baseUrls[0] ?? '',
    TOKEN_FILE: tokenFile,
    SECRET_FILE: secretFile,
    HOOK: hook.id,
    COMPANY: ids.company,
    AGENT: ids.agent,
    ISSUE: ids.issue,
    FILE: ids.file,
    OTHER_ISSUE: other.id,
    ENDED_ISSUE: ended.id,
    REVIEW_ISSUE: reviewed.id,
    ISSUE_OF_AGENT: assigned.id,
    APPROVAL: ids.approval,
    QUESTION: ids.question,
    OVERRIDE: override.id,
    WEBHOOK: ids.webhook,
    COST: cost.id,
    NOW: new Date().toISOString(),
  };
});

describe.each([
  'guides/running-a-company.md',
  'guides/budgets.md',
  'guides/documents.md',
  'guides/files.md',
  'guides/company-packages.md',
  'guides/hooks.md',
  'guides/webhooks.md',
  'skills.md',
])('%s', (page) => {
  it.each(examplesOf(page))('$title', async ({ code }) => {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', code], { cwd, env });
    expect(stdout).toMatch(/^[{[]/);
  });
});
