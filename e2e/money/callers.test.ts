import { beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../world/http-client.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { callerNames, createCallers, type MoneyCallers, type CallerName } from './callers.ts';

const world = useSharedWorld();
let fixture: MoneyCallers;
beforeAll(async () => {
  fixture = await createCallers(world());
});

type Request = (by: MoneyCallers['callers'][CallerName], fixture: MoneyCallers) => Promise<Reply>;

const inCompany =
  (rest: string) =>
  ({ companyId }: MoneyCallers): string =>
    `/api/companies/${companyId}/${rest}`;
const readsOfCompany = (...paths: string[]): Record<string, Request> =>
  Object.fromEntries(
    paths.map((path) => [`GET ${path}`, (by, all) => by.get(inCompany(path)(all))]),
  );
const verb =
  (name: string, state?: string): Request =>
  async (by, { requestApproval, callers }) => {
    const path = await requestApproval();
    if (state !== undefined) await callers.board.post(`${path}/${state}`, {});
    return by.post(`${path}/${name}`, name === 'comments' ? { body: 'Why?' } : {});
  };
const cost = { costCents: 1, provider: 'test', model: 'test' };

const requests: Readonly<Record<string, Request>> = {
  ...readsOfCompany(
    'approvals',
    'cost-events',
    'costs/summary',
    'costs/by-agent',
    'costs/by-project',
    'costs/by-issue',
    'costs/by-model',
    'costs/by-day',
    'costs/export',
  ),
  'GET costs of an issue': async (by, all) => {
    const issue = await all.callers.board.post(inCompany('issues')(all), { title: 'Costs' });
    const { id } = issue.body as { id: string };
    return by.get(`/api/issues/${id}/costs`);
  },
  'GET approval': async (by, { requestApproval }) => by.get(await requestApproval()),
  'GET comments': async (by, { requestApproval }) => by.get(`${await requestApproval()}/comments`),
  'GET issues': async (by, { requestApproval }) => by.get(`${await requestApproval()}/issues`),
  'POST approve': verb('approve'),
  'POST reject': verb('reject'),
  'POST request-revision': verb('request-revision'),
  'POST resubmit': verb('resubmit', 'request-revision'),
  'POST cancel': verb('cancel'),
  'POST comments': verb('comments'),
  'POST approvals': (by, all) =>
    by.post(inCompany('approvals')(all), {
      type: 'request_board_approval',
      payload: {},
    }),
  'POST approvals as Ann': (by, all) =>
    by.post(inCompany('approvals')(all), {
      type: 'request_board_approval',
      payload: {},
      requestedByAgentId: all.ids.ann,
    }),
  'POST strategy': (by, all) =>
    by.post(inCompany('approvals')(all), {
      type: 'approve_ceo_strategy',
      payload: { plan: 'Grow.' },
    }),
  'POST cost of Ann': (by, all) =>
    by.post(inCompany('cost-events')(all), {
      ...cost,
      agentId: all.ids.ann,
    }),
  'POST cost of Pat': (by, all) =>
    by.post(inCompany('cost-events')(all), {
      ...cost,
      agentId: all.ids.pat,
    }),
  'POST void': async (by, all) => {
    const body = { ...cost, agentId: all.ids.ann };
    const booked = await all.callers.board.post(inCompany('cost-events')(all), body);
    const { id } = booked.body as { id: string };
    return by.post(inCompany(`cost-events/${id}/void`)(all), { reason: 'Twice.' });
  },
  'PATCH budget of company': (by, all) =>
    by.patch(inCompany('budgets')(all), {
      budgetMonthlyCents: 1_000_000,
    }),
  'PATCH budget of Ann': (by, { ids }) =>
    by.patch(`/api/agents/${ids.ann}/budgets`, {
      budgetMonthlyCents: 1_000_000,
    }),
};

/** The status for each request (row) by each caller (column, in the order of `callerNames`). */
const table = `
                         board own app bud ope vie str  cle max ann bob pat eve tom nob
GET approvals            200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET cost-events          200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET costs/summary        200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET costs/by-agent       200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET costs/by-project     200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET costs/by-issue       200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET costs/by-model       200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET costs/by-day         200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET costs of an issue    200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET costs/export         200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET approval             200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET comments             200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
GET issues               200 200 200 200 200 200 404    200 200 200 200 200 404 401 401
POST approve             200 200 200 403 403 403 404    403 403 403 403 403 404 401 401
POST reject              200 200 200 403 403 403 404    403 403 403 403 403 404 401 401
POST request-revision    200 200 200 403 403 403 404    403 403 403 403 403 404 401 401
POST resubmit            200 200 200 200 200 403 404    403 403 200 403 403 404 401 401
POST cancel              200 200 200 200 200 403 404    403 403 200 403 403 404 401 401
POST comments            201 201 201 201 201 403 404    201 201 201 201 403 404 401 401
POST approvals           201 201 201 201 201 403 404    201 201 201 201 403 404 401 401
POST approvals as Ann    201 201 201 201 201 403 404    403 403 201 403 403 404 401 401
POST strategy            403 403 403 403 403 403 404    201 403 403 403 403 404 401 401
POST cost of Ann         201 201 403 201 403 403 404    403 403 201 403 403 404 401 401
POST cost of Pat         201 201 403 201 403 403 404    403 403 403 403 201 404 401 401
POST void                200 200 403 200 403 403 404    403 403 403 403 403 404 401 401
PATCH budget of company  200 200 403 200 403 403 404    403 403 403 403 403 404 401 401
PATCH budget of Ann      200 200 403 200 403 403 404    200 200 403 403 403 404 401 401
`;

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, request = '', statuses = ''] = /^(.+?) +((?:\d{3} *)+)$/.exec(line) ?? [];
    return [request, statuses.trim().split(/ +/).map(Number)] as const;
  });
const cells = rows.flatMap(([request, statuses]) =>
  callerNames.map((name, column) => [request, name, statuses[column] ?? 0] as const),
);

it('every request has a row, with a status for every caller', () => {
  expect(rows.map(([request]) => request).toSorted()).toEqual(Object.keys(requests).toSorted());
  expect(rows.every(([, statuses]) => statuses.length === callerNames.length)).toBe(true);
});

const aRefusal = {
  error: expect.any(String) as string,
  code: expect.stringMatching(/^[a-z_]+$/) as string,
  retryable: false,
};

describe('requests about money and approvals', () => {
  it.each(cells)('%s by %s is answered with %i', async (request, name, status) => {
    const reply = await requests[request]?.(fixture.callers[name], fixture);
    expect(reply).toMatchObject({ status, ...(status < 400 ? {} : { body: aRefusal }) });
  });
});
