import { randomBytes } from 'node:crypto';
import { agents, composed, issues } from '@muster/contracts';
import { isExampleUsable } from '@muster/local/stack';
import { until } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { cookieOf } from '../fixtures/people.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();

describe('the first click', () => {
  it('leads from a link to an issue that the example agent has worked on', async () => {
    const { api, board } = world();
    const pageSecret = randomBytes(32).toString('base64url');
    const made = await board.post('/api/auth/sign-in-links');
    const { url } = composed.createSignInLink.output.parse(made.body);
    const code = new URL(url).hash.slice(1);
    const shown = await api.as().get('/api/auth/sign-in/link', { 'x-sign-in-code': code });
    expect(shown).toMatchObject({ status: 200, body: { user: { name: 'admin' } } });
    const entered = await api.as().post('/api/auth/sign-in/link', { code, pageSecret });
    expect(entered.status).toBe(200);
    const page = api.withCookie(cookieOf(entered));
    const own = { 'x-page-secret': pageSecret };
    expect((await page.get('/api/companies')).status).toBe(401);

    const instance = composed.getInstance.output.parse((await page.get('/api/instance', own)).body);
    const example = instance.board?.exampleAgent ?? null;
    expect(example !== null).toBe(isExampleUsable());
    const { id: companyId } = await page.call(agents, 'createCompany', { name: 'First' }, own);
    if (example === null) return;
    const agent = await page.call(
      agents,
      'createAgent',
      { companyId, name: 'Ada', role: 'engineer', ...example },
      own,
    );
    const issue = await page.call(
      issues,
      'createIssue',
      { companyId, title: 'Count the lines', status: 'todo', assigneeAgentId: agent.id },
      own,
    );
    const worked = await until('an issue in review', async () => {
      const found = await page.call(issues, 'getIssue', { issueId: issue.id }, own);
      return found.status === 'in_review' ? found : undefined;
    });
    expect(worked.assigneeAgentId).toBe(agent.id);
  });
});
