/**
 * The two NATS users of a person who operates Muster. No process has their keys. The administrator looks
 * after the stream and its consumers, and reads no event; the system user belongs to NATS's system
 * account, where servers report and are told to reload, and sees no message of Muster.
 */
import type { Permissions } from './user-permissions.ts';

export const ADMINISTRATOR = 'administrator';
export const SYSTEM_USER = 'system';

export const administratorPermissions = (stream: string, inbox: string): Permissions => ({
  publish: [
    '$JS.API.INFO',
    '$JS.API.STREAM.NAMES',
    '$JS.API.STREAM.LIST',
    ...['INFO', 'DELETE', 'LEADER.STEPDOWN', 'PEER.REMOVE'].map(
      (verb) => `$JS.API.STREAM.${verb}.${stream}`,
    ),
    ...['NAMES', 'LIST'].map((verb) => `$JS.API.CONSUMER.${verb}.${stream}`),
    ...['INFO', 'DELETE', 'LEADER.STEPDOWN'].map((verb) => `$JS.API.CONSUMER.${verb}.${stream}.*`),
  ],
  subscribe: [inbox],
  answers: false,
});

export const systemPermissions = (inbox: string): Permissions => ({
  publish: [
    '$SYS.REQ.SERVER.PING',
    // Reports of all servers or of one, and the reload of one.
    '$SYS.REQ.SERVER.*.*',
    '$SYS.REQ.ACCOUNT.*.*',
    // A server that never comes back leaves the JetStream cluster.
    '$JS.API.SERVER.REMOVE',
  ],
  subscribe: [inbox],
  answers: false,
});
