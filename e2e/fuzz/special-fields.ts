/** Fields whose values have effects on the machine that runs the test, so that not any value will do. */
import fc, { type Arbitrary } from 'fast-check';
import { texts } from '../requests/inputs/texts.ts';

const optional = { requiredKeys: [] };

/** Other requests may wake the agents: what they run then is harmless and short. */
const adapterConfig = fc.record(
  {
    command: fc.constant('true'),
    args: fc.array(texts.word, { maxLength: 2 }),
    cwd: fc.constantFrom('/tmp', '/'),
    model: texts.upTo(40),
    promptTemplate: texts.upTo(500),
    instructionsFilePath: fc.constantFrom('/srv/agents.md', 'agents.md', '../x'),
    timeoutSec: fc.integer({ min: 1, max: 5 }),
    env: fc.dictionary(fc.constantFrom('MOOD', 'API_TOKEN', 'LANG'), texts.word, { maxKeys: 2 }),
    note: texts.json,
  },
  optional,
);

const heartbeat = fc.record(
  {
    enabled: fc.constant(false),
    intervalSec: fc.oneof(fc.constant(0), fc.integer({ min: 10, max: 2_678_400 })),
    wakeOnDemand: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.boolean()),
    maxConcurrentRuns: fc.constant(1),
  },
  optional,
);
const runtimeConfig = fc.record({ heartbeat, more: texts.json }, { requiredKeys: ['heartbeat'] });

const cursor = fc.oneof(texts.word, fc.base64String({ maxLength: 200 }), fc.constant(''));
/** An archived company refuses all further writes, so few requests archive one. */
const companyStatus = fc.oneof(
  { weight: 40, arbitrary: fc.constant('active') },
  { weight: 3, arbitrary: fc.constant('paused') },
  { weight: 1, arbitrary: fc.constant('archived') },
);

/** A path segment is shorter than a text may be. */
const token = texts.upTo(60).filter((text) => text !== '');

const fields: Readonly<Record<string, Arbitrary<unknown>>> = {
  adapterConfig,
  runtimeConfig,
  token,
  // A long poll would only wait.
  'followCompanies.wait': fc.constant(0),
  'followCompany.wait': fc.constant(0),
  'listOwnWakes.wait': fc.constant(0),
  'followCompany.after': cursor,
  'followCompany.lastEventId': fc.constant(undefined),
  // Webhooks lead to hosts that cannot be reached.
  'createWebhook.url': fc.constantFrom('https://hooks.invalid/x', 'http://10.0.0.1/'),
  'changeWebhook.url': fc.constantFrom('https://hooks.invalid/y', 'https://[::1]/'),
  // Most requests have no cursor: one that the list did not issue is refused.
  cursor: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: cursor },
  ),
  'updateCompany.status': companyStatus,
  'createApproval.payload': fc.record(
    {
      plan: texts.upTo(200),
      title: texts.upTo(60),
      amountCents: fc.integer({ min: 1, max: 100_000 }),
      more: texts.json,
    },
    { requiredKeys: ['plan', 'amountCents'] },
  ),
};

export const specialFieldOf = (operation: string, field: string): Arbitrary<unknown> | undefined =>
  fields[`${operation}.${field}`] ?? fields[field];
