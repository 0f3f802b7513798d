import { one, sql } from '@muster/service-kit';
import { conformance } from '@muster/test-kit';
import { gatewayService } from '../src/service.ts';
import { BOARD_TOKEN } from './open-gateway.ts';

conformance(gatewayService, {
  env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN },
  makeFixture: async ({ db }) => {
    const admin = await one<{ id: string }>(db, sql`select id from users where login = 'admin'`);
    return { userId: admin.id };
  },
  withoutTenant: {
    users: 'a user may belong to several companies; memberships say to which',
    accounts: 'belongs to one user, in all its companies',
    sessions: 'belongs to one user, in all its companies',
    board_tokens: 'belongs to one user, in all its companies',
    verifications: 'of a person who has not signed in yet',
    sign_in_attempts: 'of a person who has not signed in yet',
    account_activity: 'of users and of the installation, who belong to no company',
    oauth_clients: 'a program may sign in persons of all companies',
    oauth_authorizations: 'belongs to one user, in all its companies',
    oauth_grants: 'belongs to one user, in all its companies',
    sign_in_links: 'belongs to one user, in all its companies',
  },
});
