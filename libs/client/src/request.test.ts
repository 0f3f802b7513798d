import { describe, expect, it } from 'vitest';
import { requestOf } from './request.ts';
import { routes } from './route.ts';

const requestFor = (name: string, input: Record<string, unknown>) => {
  const route = routes.get(name);
  if (route === undefined) throw new Error(`no route for ${name}`);
  return requestOf(route, input);
};

describe('the request of a call', () => {
  it('has fields of the path in the path, and the others of a read in the query', () => {
    const input = {
      companyId: 'a/b',
      status: ['todo', 'done'],
      q: 'x y',
      limit: 2,
      cursor: undefined,
    };
    expect(requestFor('listIssues', input)).toMatchObject({
      method: 'GET',
      path: '/api/companies/a%2Fb/issues?status=todo%2Cdone&q=x+y&limit=2',
      body: undefined,
    });
  });

  it('has the others of a write in its body, and the version in a header', () => {
    expect(requestFor('updateIssue', { issueId: 'PX-1', title: 'New', ifVersion: 3 })).toEqual({
      method: 'PATCH',
      path: '/api/issues/PX-1',
      headers: { 'content-type': 'application/json', 'if-match': '"3"' },
      body: '{"title":"New"}',
    });
  });

  it('has fields that travel in a header there', () => {
    const { path, headers } = requestFor('getJoinRequest', {
      joinRequestId: 'j',
      claimSecret: 's',
    });
    expect({ path, secret: headers['X-Claim-Secret'] }).toEqual({
      path: '/api/join-requests/j',
      secret: 's',
    });
  });

  it('is not made without a field of its path', () => {
    expect(() => requestFor('getIssue', {})).toThrow('issueId is missing');
  });
});
