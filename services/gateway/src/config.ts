/** What the gateway reads from its environment beside what every service reads. */
import { egressConfig, readAllowList, type AllowList } from '@muster/egress';
import type { Runtime } from '@muster/service-kit';
import { z } from 'zod';

const BOARD_TOKEN_MIN = 32;
const BOARD_TOKEN_MAX = 4_096;

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const listOf = (text: string): string[] =>
  text.split(',').map((part) => part.trim()).filter(Boolean);
/** Configurations are read more than once, so it stays the text that it was. */
const Networks = z.string().refine(
  (text) => listOf(text).every((part) => Network.safeParse(part).success),
  'must be addresses and networks (10.0.0.0/8), separated by commas',
);

export const gatewayConfig = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('Where the HTTP door listens.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_100)
    .describe('Port of the HTTP door; 0 takes a free one.'),
  MUSTER_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional()
    .describe('Where people and agents reach the door; default: the address that they used.'),
  MUSTER_TRUSTED_ORIGINS: z.string().default('')
    .describe('Further origins whose pages may act for who is signed in, separated by commas.'),
  TRUSTED_PROXIES: Networks.default('')
    .describe('Addresses and networks, separated by commas, whose X-Forwarded-For is believed.'),
  SESSION_HOURS: z.coerce.number().min(0.1).max(8_760).default(168)
    .describe('How long after signing in a session ends.'),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional()
    .describe('An OpenID provider to sign in with; with it the next two.'),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('Who this installation is there.'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Its secret there.'),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional()
    .describe('Redis for limits that all gateways share; without it each limits on its own.'),
  RATE_LIMIT_PER_SECOND: z.coerce.number().min(0).max(1_000_000).default(100)
    .describe('Requests a second of one caller, over all its credentials; 0 is no limit.'),
  RATE_LIMIT_BURST: z.coerce.number().int().min(1).max(1_000_000).default(400)
    .describe('Requests that a caller who was idle may make at once.'),
  COMPANY_RATE_LIMIT_PER_SECOND: z.coerce.number().min(0).max(1_000_000).default(1_000)
    .describe('Requests a second of all agents of one company; 0 is no limit.'),
  COMPANY_RATE_LIMIT_BURST: z.coerce.number().int().min(1).max(1_000_000).default(4_000)
    .describe('Requests that the agents of an idle company may make at once.'),
  ...egressConfig,
  WEBHOOK_RETRY_SECONDS: z.coerce.number().min(0.01).max(3_600).default(5)
    .describe('Wait after the first failure of a delivery; doubled each time, up to an hour.'),
  WEBHOOK_GIVE_UP_SECONDS: z.coerce.number().min(0.1).default(86_400)
    .describe('How long one delivery is tried before it is put aside.'),
  WEBHOOK_DISABLE_SECONDS: z.coerce.number().min(0.1).default(259_200)
    .describe('A webhook that has delivered nothing for so long is stopped.'),
  WEBHOOK_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(10).default(10)
    .describe('How long a receiver may take to answer.'),
  WEBHOOK_LEASE_SECONDS: z.coerce.number().min(5).max(3_600).default(20)
    .describe('How long after the fall of a process another one takes its webhooks over.'),
  FEED_STREAMS_MAX: z.coerce.number().int().min(1).max(100_000).default(2_000)
    .describe('Event streams and long polls that one process serves at once.'),
  FEED_STREAMS_PER_CALLER: z.coerce.number().int().min(1).max(100_000).default(20)
    .describe('Event streams and long polls of one caller, over all its credentials.'),
  FEED_SLOW_SECONDS: z.coerce.number().min(0.1).max(3_600).default(15)
    .describe('How long a stream is kept whose reader does not take what was sent.'),
  REQUESTS_UNDER_WAY_MAX: z.coerce.number().int().min(1).max(100_000).default(256)
    .describe('Requests that one process works on at once; more are told to come back.'),
  FAILED_TRIES_BURST: z.coerce.number().int().min(1).max(1_000_000).default(50)
    .describe('Wrong credentials that one address may try at once; it has as many every 10 s.'),
  MUSTER_BOARD_TOKEN: z.string().min(BOARD_TOKEN_MIN).max(BOARD_TOKEN_MAX)
    .describe("The instance admin's bearer token, taken verbatim; 32 characters or more."),
});
export type GatewayConfig = z.output<typeof gatewayConfig>;

export const trustedProxiesOf = ({ TRUSTED_PROXIES }: GatewayConfig): readonly string[] =>
  listOf(TRUSTED_PROXIES);

export const gatewayConfigOf = ({ config }: Runtime): GatewayConfig => gatewayConfig.parse(config);

export const allowListOf = ({ MUSTER_EGRESS_ALLOW }: { MUSTER_EGRESS_ALLOW: string }): AllowList =>
  readAllowList(MUSTER_EGRESS_ALLOW);
