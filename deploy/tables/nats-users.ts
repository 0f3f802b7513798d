/**
 * The NATS users and their permissions as NATS configuration. The public keys are variables of another
 * file, so that a key is rotated by a reload. Each user has two keys: the one that it signs in with, and
 * the next one, which is accepted before any process uses it. No other user can connect.
 */
import {
  allPermissions,
  allSystemPermissions,
  type NatsUser,
  type Permissions,
} from '@muster/service-kit';

/** Longer than any request waits for its answer. */
const ANSWER_WITHIN = '10s';

type User = readonly [NatsUser, Permissions];

export const natsUsers = (): string => {
  const [users, system] = [allPermissions(), allSystemPermissions()];
  return `# Rendered by \`pnpm render\` from the contracts.
# The public keys: NKEY_GATEWAY, NKEY_GATEWAY_NEXT and so on. deploy/secrets.sh makes this file.
include ./nats-keys.conf
${[...users, ...system].map(permissionsOf).join('\n')}
authorization {
  users: [
${users.map(keysOf).join('\n')}
  ]
}
accounts {
  $SYS {
    users: [
${system.map(keysOf).join('\n')}
    ]
  }
}
`;
};

/** `MAY_ISSUES`: the variable with the permissions, which both keys of the user have. */
const permissionsOf = ([user, { publish, subscribe, answers }]: User): string =>
  `MAY_${user.toUpperCase()}: {
  publish: { allow: [
${lines(publish)}
  ] }
  subscribe: { allow: [
${lines(subscribe)}
  ] }
${answers ? `  allow_responses: { max: 1, expires: "${ANSWER_WITHIN}" }\n` : ''}}`;

const keysOf = ([user]: User): string =>
  ['', '_NEXT']
    .map(
      (which) =>
        `    { nkey: $NKEY_${user.toUpperCase()}${which}, permissions: $MAY_${user.toUpperCase()} }`,
    )
    .join('\n');

const lines = (subjects: readonly string[]): string =>
  subjects.map((subject) => `    "${subject}"`).join('\n');
