/**
 * The NATS user of a person who operates Muster. No process has its key. It belongs to NATS's system
 * account, where servers report and are told to reload, and sees no message of Muster.
 */
import type { Permissions } from './user-permissions.ts';

export const SYSTEM_USER = 'system';

export const systemPermissions = (inbox: string): Permissions => ({
  publish: [
    '$SYS.REQ.SERVER.PING',
    // Reports of all servers or of one, and the reload of one.
    '$SYS.REQ.SERVER.*.*',
    '$SYS.REQ.ACCOUNT.*.*',
  ],
  subscribe: [inbox],
  answers: false,
});
