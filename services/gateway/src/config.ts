/** The gateway's own environment variables. */
import { egressConfig, readAllowList, type AllowList } from '@muster/egress';
import { fileStoreConfig } from '@muster/file-store';
import { redisConfig, retentionDays, RunTokenPublicKeys, type Runtime } from '@muster/service-kit';
import { z } from 'zod';

const BOARD_TOKEN_MIN = 32;
const SECRET_MIN = 32;
const BOARD_TOKEN_MAX = 4_096;

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
/** Validates only: the configuration is parsed more than once, so the value must stay its text. */
const Networks = z
  .string()
  .refine(
    (text) => listOf(text).every((part) => Network.safeParse(part).success),
    'must be addresses and networks (10.0.0.0/8), separated by commas',
  );

const seconds = (preset: number, description: string) =>
  z.coerce.number().min(0.1).max(3_600).default(preset).describe(description);
const limit = (preset: number, description: string) =>
  z.coerce.number().int().min(1).max(1_000_000).default(preset).describe(description);

export const gatewayConfig = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('Address on which HTTP is served.'),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(3_100)
    .describe('Port on which HTTP is served; 0 takes a free one.'),
  MUSTER_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Public address of the installation; default: the address that the client used. Pages, sign-in and ' +
        'sessions are served under its host name; without it, under localhost and literal addresses.',
    ),
  MUSTER_TRUSTED_ORIGINS: z
    .string()
    .default('')
    .describe(
      'Further origins whose pages may act for signed-in users, separated by commas; their host names ' +
        'are served like that of MUSTER_PUBLIC_URL.',
    ),
  TRUSTED_PROXIES: Networks.default('').describe(
    'Addresses and networks, separated by commas, whose X-Forwarded-For is believed.',
  ),
  SESSION_HOURS: z.coerce
    .number()
    .min(0.1)
    .max(8_760)
    .default(168)
    .describe('Lifetime of a session after sign-in.'),
  RETENTION_SIGN_INS_DAYS: retentionDays(
    30,
    'Days for which an address from which a user has signed in is remembered; guesses from elsewhere ' +
      'do not lock it out.',
  ),
  RETENTION_DELIVERIES_DAYS: retentionDays(
    7,
    'Days for which deliveries of webhooks are kept after they have succeeded.',
  ),
  RETENTION_DEAD_DELIVERIES_DAYS: retentionDays(
    90,
    'Days for which deliveries of webhooks are kept that were given up, for an investigation.',
  ),
  MUSTER_BOARD_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe('Folder with builds of the board, the web UI; without it, no pages are served.'),
  ...fileStoreConfig,
  MUSTER_INVITERS: z
    .enum(['members', 'admins'])
    .default('members')
    .describe(
      'Who invites people: "members" (owners, and members with the permission invite) or "admins" (instance admins only).',
    ),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Issuer of an OpenID provider for sign-in; needs the next two variables.'),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Client id of this installation at the OpenID provider.'),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Client secret of this installation at the OpenID provider.'),
  ...redisConfig('rate limits shared by all replicas; without it each limits on its own.'),
  RATE_LIMIT_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(1_000_000)
    .default(100)
    .describe('Requests per second of one caller, over all its credentials; 0 disables the limit.'),
  RATE_LIMIT_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(400)
    .describe('Requests that a caller may make at once after being idle.'),
  COMPANY_RATE_LIMIT_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(1_000_000)
    .default(1_000)
    .describe('Requests per second of all agents of one company; 0 disables the limit.'),
  COMPANY_RATE_LIMIT_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(4_000)
    .describe('Requests that the agents of a company may make at once after being idle.'),
  ...egressConfig,
  MUSTER_RUN_TOKEN_PUBLIC_KEY: RunTokenPublicKeys.describe(
    'Verifies the tokens of runs: public keys of the scheduler, separated by commas.',
  ),
  MUSTER_WEBHOOK_SECRET: z
    .string()
    .min(SECRET_MIN)
    .describe('The secrets of webhooks are derived from it; 32 characters or more.'),
  MUSTER_WEBHOOK_SECRET_PREVIOUS: z
    .string()
    .min(SECRET_MIN)
    .optional()
    .describe('A second secret that deliveries are signed with too, while the secret is rotated.'),
  WEBHOOK_RETRY_SECONDS: z.coerce
    .number()
    .min(0.01)
    .max(3_600)
    .default(5)
    .describe('Delay before the first retry of a delivery; doubled each time, up to an hour.'),
  WEBHOOK_GIVE_UP_SECONDS: z.coerce
    .number()
    .min(0.1)
    .default(86_400)
    .describe('Time after which a failing delivery is given up.'),
  WEBHOOK_DISABLE_SECONDS: z.coerce
    .number()
    .min(0.1)
    .default(259_200)
    .describe('Time without any successful delivery after which a webhook is disabled.'),
  WEBHOOK_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(10)
    .default(10)
    .describe('Longest time that a receiver may take to answer.'),
  WEBHOOK_LEASE_SECONDS: z.coerce
    .number()
    .min(5)
    .max(3_600)
    .default(20)
    .describe(
      'Lease of a webhook: after a crash another process takes over at most this much later.',
    ),
  FEED_STREAMS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(2_000)
    .describe('Event streams and long polls that one process serves at once.'),
  FEED_STREAMS_PER_CALLER: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(20)
    .describe('Event streams and long polls of one caller at once, over all its credentials.'),
  FEED_SLOW_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(3_600)
    .default(15)
    .describe('Time after which a stream whose reader does not read is ended.'),
  REQUESTS_UNDER_WAY_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(256)
    .describe(
      'Requests that one process handles at once; as many wait for a moment, more are refused with 503.',
    ),
  HEAD_SECONDS: seconds(10, 'Longest time for the head of a request to arrive.'),
  REQUEST_SECONDS: seconds(15, 'Longest time for a whole request to arrive.'),
  IDLE_SECONDS: seconds(
    72,
    'Time after which an idle connection is closed; above the idle timeout of proxies.',
  ),
  ANSWER_SECONDS: seconds(30, 'Longest time for a client to read an answer.'),
  CONNECTIONS_MAX: limit(10_000, 'Open connections of one process; more are closed.'),
  CONNECTIONS_PER_ADDRESS: limit(
    4_096,
    'Open connections of one address; more are closed. An address is an IPv4 address or ' +
      'an IPv6 network of 64 bits; no such limit applies to connections of TRUSTED_PROXIES.',
  ),
  FAILED_TRIES_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(50)
    .describe(
      'Failed authentications with one token from one address in 10 s; with all tokens, 20 times as many.',
    ),
  MUSTER_BOARD_TOKEN: z
    .string()
    .min(BOARD_TOKEN_MIN)
    .max(BOARD_TOKEN_MAX)
    .describe("The instance admin's bearer token, used verbatim; at least 32 characters."),
});
export type GatewayConfig = z.output<typeof gatewayConfig>;

export const trustedProxiesOf = ({ TRUSTED_PROXIES }: GatewayConfig): readonly string[] =>
  listOf(TRUSTED_PROXIES);

/** Longest times that clients may take, in milliseconds. */
export interface ConnectionTimes {
  readonly headMs: number;
  readonly requestMs: number;
  readonly idleMs: number;
  readonly answerMs: number;
}

export const connectionTimesOf = (config: GatewayConfig): ConnectionTimes => ({
  headMs: config.HEAD_SECONDS * 1_000,
  requestMs: config.REQUEST_SECONDS * 1_000,
  idleMs: config.IDLE_SECONDS * 1_000,
  answerMs: config.ANSWER_SECONDS * 1_000,
});

export const gatewayConfigOf = ({ config }: Pick<Runtime, 'config'>): GatewayConfig =>
  gatewayConfig.parse(config);

export const allowListOf = ({ MUSTER_EGRESS_ALLOW }: { MUSTER_EGRESS_ALLOW: string }): AllowList =>
  readAllowList(MUSTER_EGRESS_ALLOW);
