/**
 * The NATS users and their permissions as NATS configuration. The public keys are environment
 * variables of the server. No other user can connect.
 */
import { allPermissions, type NatsUser, type Permissions } from '@muster/service-kit';

/** Longer than any request waits for its answer. */
const ANSWER_WITHIN = '10s';

/** `NKEY_ISSUES`: the variable that contains the public key of a user. */
const keyVariable = (user: NatsUser): string => `NKEY_${user.toUpperCase()}`;

export const natsUsers = (): string => `# Rendered by \`pnpm render\` from the contracts.
authorization {
  users: [
${allPermissions()
  .map(([user, permissions]) => userOf(user, permissions))
  .join('\n')}
  ]
}
`;

const userOf = (user: NatsUser, { publish, subscribe, answers }: Permissions): string =>
  `    {
      nkey: $${keyVariable(user)}
      permissions: {
        publish: { allow: [
${lines(publish)}
        ] }
        subscribe: { allow: [
${lines(subscribe)}
        ] }
${answers ? `        allow_responses: { max: 1, expires: "${ANSWER_WITHIN}" }\n` : ''}      }
    }`;

const lines = (subjects: readonly string[]): string =>
  subjects.map((subject) => `          "${subject}"`).join('\n');
