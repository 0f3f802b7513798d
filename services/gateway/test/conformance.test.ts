import { one, sql } from '@muster/service-kit';
import { conformance } from '@muster/test-kit';
import { gatewayService } from '../src/service.ts';
import { BOARD_TOKEN } from './open-door.ts';

conformance(gatewayService, {
  env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN },
  ground: async ({ db }) => {
    const admin = await one<{ id: string }>(db, sql`select id from users where login = 'admin'`);
    return { userId: admin.id };
  },
  unwalled: {
    users: 'a user may belong to several companies; memberships say to which',
    accounts: 'of one user, whatever it belongs to',
    sessions: 'of one user, whatever it belongs to',
    board_tokens: 'of one user, whatever it belongs to',
    verifications: 'of somebody who has not come in yet',
    sign_in_attempts: 'of somebody who has not come in yet',
  },
});
