import { contracts, issues, type Activity } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { until } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitiesIn, openStream } from './event-stream.ts';
import { agentWithKey, firstCursor } from './feed-callers.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
  for (const contract of contracts.slice(1)) await server.stage.standIn(contract);
});
afterAll(() => server.close());

const foundCompany = async (): Promise<string> => (await server.stage.given.company()).companyId;

const comment = (companyId: string, issueId = newId(), payload: object = {}) =>
  server.stage.emitFrom(issues, 'issue.commented', {
    companyId,
    entityId: issueId,
    payload: payload as never,
  });

const keyOf = (companyId: string) => agentWithKey(server, companyId);

describe('a stream of several companies', () => {
  const follow = (companyIds: readonly string[], cursor?: string) =>
    openStream(server.url, '', {
      path: '/api/events',
      query: `?companyIds=${companyIds.join(',')}`,
      ...(cursor === undefined ? {} : { cursor }),
    });

  it('sends the events of each, and goes on after its cursor, also with another company', async () => {
    const [one, two, later] = [await foundCompany(), await foundCompany(), await foundCompany()];
    const first = await follow([one, two]);
    await comment(one);
    await comment(two);
    await comment(later);
    await first.until(2);
    first.disconnect();
    const companiesOf = (stream: typeof first) =>
      activitiesIn(stream).map(({ companyId }) => companyId);
    expect(companiesOf(first).toSorted()).toEqual([one, two].toSorted());

    await comment(one);
    await comment(two);
    const second = await follow([two, later], first.cursor());
    await second.until(1);
    await comment(later);
    await second.until(2);
    second.disconnect();
    expect(companiesOf(second)).toEqual([two, later]);

    const again = await until('an event of each', async () => {
      const path = `/api/events?companyIds=${one},${two}&wait=0&after=${first.cursor()}`;
      const answer = await server.call(`GET ${path}`);
      return answer.body.length > 1 ? answer : undefined;
    });
    expect(again.body.map(({ companyId }: Activity) => companyId).toSorted()).toEqual(
      [one, two].toSorted(),
    );
    const next = again.headers.get('next-cursor');
    expect(
      await server.call(`GET /api/events?companyIds=${one},${two}&wait=0&after=${next}`),
    ).toMatchObject({ status: 200, body: [] });
  });

  it('refuses foreign and absent companies, and cursors of other lists', async () => {
    const [one, absent] = [await foundCompany(), newId()];
    const refused = async (query: string) =>
      (await server.call(`GET /api/events?wait=0&${query}`)).body.code;
    expect(await refused(`companyIds=${one},${absent}`)).toBe('company_not_found');
    expect(await refused('')).toBe('invalid_input');
    expect(await refused(`companyIds=${one}&after=${firstCursor(one)}`)).toBe('invalid_cursor');
    expect(await refused(`companyIds=${one}&after=x`)).toBe('invalid_cursor');
  });

  it('is for an agent of its own company, and of no other', async () => {
    const [own, foreign] = [await foundCompany(), await foundCompany()];
    const { token } = await keyOf(own);
    const ask = (companyIds: string) =>
      server.call(`GET /api/events?wait=0&companyIds=${companyIds}`, { token });
    expect(await ask(own)).toMatchObject({ status: 200, body: [] });
    expect((await ask(foreign)).body.code).toBe('company_not_found');
    expect((await ask(`${own},${foreign}`)).body.code).toBe('company_not_found');
  });

  it('says where events are no longer stored, and goes on from the cursor in the details', async () => {
    const [one, two] = [await foundCompany(), await foundCompany()];
    const stream = await follow([one, two]);
    await comment(one);
    await stream.until(1);
    stream.disconnect();
    const text = Buffer.from(stream.cursor(), 'base64url').toString();
    const replaced = text.replace(/(,\d+\.)[0-9a-f]{6}(?=,|;|"|$)/, '$1000000');
    expect(replaced).not.toBe(text);
    const query = `companyIds=${one},${two}&wait=0`;
    const cursor = Buffer.from(replaced).toString('base64url');
    const { status, body } = await server.call(`GET /api/events?${query}&after=${cursor}`);
    expect(status).toBe(410);
    expect(body.details.companyIds).toHaveLength(1);
    const { cursor: fresh } = body.details;
    expect(await server.call(`GET /api/events?${query}&after=${fresh}`)).toMatchObject({
      status: 200,
      body: [],
    });
  });
});
