import { describe, expect, it } from 'vitest';
import { similarRoutes } from './similar-routes.ts';

const id = '01990000-0000-7000-8000-000000000001';

describe('similarRoutes', () => {
  it.each([
    ['GET', '/api/agent/me', 'GET /api/agents/me'],
    ['GET', '/api/me', 'GET /api/agents/me'],
    ['GET', '/api/v1/agents/me', 'GET /api/agents/me'],
    ['GET', '/api/wakes', 'GET /api/agents/me/wakes'],
    ['POST', `/api/issues/${id}/assign`, 'PATCH /api/issues/:issueId'],
    ['POST', '/api/issues/PX-12/complete', 'PATCH /api/issues/:issueId'],
    ['PUT', `/api/issues/${id}/status`, 'PATCH /api/issues/:issueId'],
    ['POST', `/api/issues/${id}/start`, 'POST /api/issues/:issueId/checkout'],
    ['POST', `/api/issues/${id}/comments/`, 'POST /api/issues/:issueId/comments'],
    ['GET', '/agents/me', 'GET /api/agents/me'],
    ['GET', '/api/agents/me/', 'GET /api/agents/me'],
    ['GET', '/api/issues', 'GET /api/companies/:companyId/issues'],
    ['POST', '/api/issues', 'POST /api/companies/:companyId/issues'],
    ['POST', `/api/issues/${id}/comment`, 'POST /api/issues/:issueId/comments'],
    ['POST', '/api/issues/PX-12/claim', 'POST /api/issues/:issueId/checkout'],
    ['GET', '/api/tasks/PX-12', 'GET /api/issues/:issueId'],
    ['GET', `/api/companies/${id}/tickets?status=todo`, 'GET /api/companies/:companyId/issues'],
    ['PUT', '/api/issue/PX-12', 'PATCH /api/issues/:issueId'],
    ['GET', `/api/runs/${id}`, 'GET /api/heartbeat-runs/:runId'],
  ])('%s %s may have meant %s', (method, url, route) => {
    expect(similarRoutes(method, url)[0]).toBe(route);
  });

  it('offers two where both are as similar', () => {
    expect(similarRoutes('HEAD', '/api/issues/PX-12/')).toEqual([
      'GET /api/issues/:issueId',
      'PATCH /api/issues/:issueId',
    ]);
  });

  it.each(['/', '/api/nothing/of/this/kind', '/wp-login.php', '/.env', `/${'a/'.repeat(500)}`])(
    'finds nothing like %.40s',
    (url) => {
      expect(similarRoutes('GET', url)).toEqual([]);
    },
  );
});
