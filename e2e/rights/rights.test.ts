/**
 * A caller gets no more than its credential says. Each call that a credential does not include is
 * refused with its code, and the company is the same afterwards.
 */
import { randomUUID } from 'node:crypto';
import { openTrials, recordTrials } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOneOfEverything, type OneOfEverything } from '../fixtures/one-of-everything.ts';
import { addTokenHolder } from '../fixtures/token-holders.ts';
import { exampleOf } from '../requests/inputs/example.ts';
import { ask, codeOf } from '../tenancy/answers.ts';
import { settledDigest } from '../tenancy/fingerprint.ts';
import { openRawHttp, type RawHttp } from '../world/raw-http.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { openTakeoverFixture, type TakeoverFixture } from './takeover-fixture.ts';
import { agentKinds, takeovers } from './takeovers.ts';
import { denialsOf, memberKinds, type MemberKind } from './members.ts';

const world = useWorld();
const sql = useSql(world);
const trials = openTrials();
let http: RawHttp;
let company: OneOfEverything;
let digest: Readonly<Record<string, string>>;
const members = new Map<MemberKind, string>();
let fixture: TakeoverFixture;
let before: unknown;

beforeAll(async () => {
  http = openRawHttp(world().stack.baseUrl);
  company = await createOneOfEverything(world(), `R${randomUUID().replaceAll('-', '')}`);
  for (const kind of memberKinds) {
    const { token } = await addTokenHolder(
      world(),
      company.companyId,
      kind === 'viewer' ? { role: kind } : { role: 'operator', permissions: [kind] },
    );
    members.set(kind, token);
  }
  digest = await settledDigest(sql, company.companyId);
  fixture = await openTakeoverFixture(world());
  before = await fixture.read();
});
afterAll(() => fixture.close());

describe.each(memberKinds)('a member with the right "%s" only', (kind) => {
  it.concurrent.each(denialsOf(kind))('is refused $name: $code', async ({ route, code }) => {
    await trials.of(1, async () => {
      const answer = await ask(
        http,
        route,
        { token: members.get(kind) },
        exampleOf(route, company.ids),
      );
      expect([answer.status, codeOf(answer)]).toEqual([403, code]);
    });
  });
});

describe.each(agentKinds)('%s that wants more', (kind) => {
  const refused = takeovers.flatMap((takeover) => {
    const refusal = takeover.refusal(kind);
    return refusal ? [{ ...takeover, refusal }] : [];
  });
  it.each(refused)('cannot $name', async ({ method, path, body, refusal: [status, code] }) => {
    await trials.of(1, async () => {
      const { callers, target } = fixture;
      const at = path(target);
      const caller = callers[kind];
      const reply = await (method === 'delete'
        ? caller.delete(at)
        : caller[method](at, body?.(target)));
      expect(reply).toMatchObject({ status, body: { code, hint: expect.any(String) as string } });
    });
  });
});

describe('all that was refused', () => {
  it('changed nothing', async () => {
    await trials.of(0, async () => {
      expect(await settledDigest(sql, company.companyId)).toEqual(digest);
      expect(await fixture.read()).toEqual(before);
    });
    recordTrials({
      promise: 'P21',
      by: 'e2e/rights',
      ...trials.result(),
      faults: 0,
      how: `members of ${memberKinds.length} kinds, agents of ${agentKinds.length}`,
    });
  });
});
