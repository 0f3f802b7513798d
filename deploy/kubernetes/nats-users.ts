/**
 * Users of NATS and what each may do, as NATS reads it. Their public keys are variables: of the
 * environment in a cluster, of the file that holds this text on one machine. Nobody else gets in.
 */
import { everyPermission, type NatsUser, type Permissions } from '@muster/service-kit';

/** Longer than any request waits; then an answer is of use to nobody. */
const ANSWER_WITHIN = '10s';

/** `NKEY_ISSUES`: where the public key of a user is found. */
const keyVariable = (user: NatsUser): string => `NKEY_${user.toUpperCase()}`;

export const natsUsers = (): string => `# Rendered by \`pnpm render\` from the contracts.
authorization {
  users: [
${everyPermission().map(([user, permissions]) => userOf(user, permissions)).join('\n')}
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
