import { none, sql } from '@muster/service-kit';
import { describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { anEmail, PASSWORD, signedInMember } from './signed-in-users.ts';

describe('signing in with a password', () => {
  const LIMIT = 20;
  const PROXY = { TRUSTED_PROXIES: '127.0.0.0/8' };
  const signInFrom = (own: TestGateway, address: string, email: string, password = PASSWORD) =>
    own.call('POST /api/auth/sign-in/email', {
      token: '',
      body: { email, password },
      headers: { 'x-forwarded-for': address },
    });
  const guess = async (own: TestGateway, address: string, email: string, times: number) => {
    for (let n = 0; n < times; n += 1) await signInFrom(own, address, email, 'a guess');
    return (await signInFrom(own, address, email)).status;
  };
  const withPerson = async () => {
    const own = await openGateway(PROXY);
    const { companyId: ownCompany } = await own.stage.given.company();
    return { own, email: (await signedInMember(own, ownCompany)).email };
  };

  it('is not shut out by guesses from other addresses', async () => {
    const { own, email } = await withPerson();
    expect(await guess(own, '203.0.113.7', email, LIMIT)).toBe(429);
    expect((await signInFrom(own, '203.0.113.8', email)).status).toBe(200);
    await own.close();
  });

  it('is limited by the network of an IPv6 address', async () => {
    const { own, email } = await withPerson();
    await guess(own, '2001:db8:1:2::1', email, LIMIT);
    expect((await signInFrom(own, '2001:db8:1:2:3::4', email)).status).toBe(429);
    expect((await signInFrom(own, '2001:db8:1:3::1', email)).status).toBe(200);
    await own.close();
  });

  it('is not shut out by a neighbour that guesses for others, once it has signed in', async () => {
    const { own, email } = await withPerson();
    const address = '203.0.113.9';
    expect((await signInFrom(own, address, email)).status).toBe(200);
    await none(
      own.stage.db,
      sql`update sign_in_attempts set attempts = 1000 where succeeded_at is null`,
    );
    const stranger = await signInFrom(own, address, anEmail(), 'a guess');
    expect(stranger).toMatchObject({ status: 429, body: { details: { by: 'address' } } });
    expect((await signInFrom(own, address, email)).status).toBe(200);
    await own.close();
  });

  it('cannot shut out its neighbours by guesses for one account', async () => {
    const { own, email } = await withPerson();
    const address = '203.0.113.10';
    await guess(own, address, anEmail(), 120);
    expect((await signInFrom(own, address, email)).status).toBe(200);
    await own.close();
  });

  it('gives its address back no guess for another account, once it has signed in', async () => {
    const { own, email } = await withPerson();
    const address = '203.0.113.11';
    expect((await signInFrom(own, address, email)).status).toBe(200);
    await none(
      own.stage.db,
      sql`update sign_in_attempts set attempts = 98 where succeeded_at is null`,
    );
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      statuses.push((await signInFrom(own, address, anEmail(), 'a guess')).status);
      statuses.push((await signInFrom(own, address, email)).status);
    }
    expect(statuses).toEqual([401, 200, 401, 200, 429, 200]);
    await own.close();
  });
});
