/** Signatures as their senders document them. */
import { createHmac } from 'node:crypto';
import type { HookForm } from '@muster/contracts';
import { expect, it } from 'vitest';
import { identityOf, verifySignature } from './verify-signature.ts';

const AT = 1_531_420_618;
const STANDARD_AT = 1_614_265_330;

interface Documented {
  readonly form: HookForm;
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at?: number;
}

const github: Documented = {
  form: 'github',
  secret: "It's a Secret to Everybody",
  body: 'Hello, World!',
  headers: {
    'x-hub-signature-256':
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
  },
};
const slack: Documented = {
  form: 'slack',
  secret: '8f742231b10e8888abcd99yyyzzz85a5',
  body:
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V' +
    '&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=' +
    '&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN' +
    '&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  headers: {
    'x-slack-request-timestamp': String(AT),
    'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  },
  at: AT,
};
/** GitLab's signing tokens follow Standard Webhooks; this is the example of that. */
const signedGitlab: Documented = {
  form: 'gitlab',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': String(STANDARD_AT),
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  at: STANDARD_AT,
};
const gitlab: Documented = {
  form: 'gitlab',
  secret: 'a token that GitLab was given',
  body: '{"object_kind":"push"}',
  headers: {
    'x-gitlab-token': 'a token that GitLab was given',
    'idempotency-key': 'f5e5f430-f57b-4e6e-9fac-d9128cd7232f',
  },
};
const hex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
const stripe: Documented = {
  form: 'stripe',
  secret: 'whsec_of_a_test',
  body: '{"id":"evt_1"}',
  headers: {
    'stripe-signature': `t=${AT},v1=${'0'.repeat(64)},v1=${hex('whsec_of_a_test', `${AT}.{"id":"evt_1"}`)},v0=x`,
  },
  at: AT,
};
const generic: Documented = {
  form: 'hmac',
  secret: 'a secret of a build server',
  body: '{"status":"green"}',
  headers: {
    'x-signature-256': Buffer.from(
      hex('a secret of a build server', '{"status":"green"}'),
      'hex',
    ).toString('base64'),
    'x-delivery-id': '7',
  },
};
const all = [
  ['github', github],
  ['gitlab', gitlab],
  ['gitlab with a signing token', signedGitlab],
  ['slack', slack],
  ['stripe', stripe],
  ['hmac', generic],
] as const;

const verify = (
  { form, secret, body, headers, at = 0 }: Documented,
  {
    secrets = [secret],
    later = 0,
    sent = body,
  }: { secrets?: readonly string[]; later?: number; sent?: string } = {},
) =>
  verifySignature(
    form,
    { header: (name) => headers[name], body: Buffer.from(sent) },
    secrets,
    (at + later) * 1_000,
  );

it.each(all)('takes what %s documents, also by the former of two secrets', (_, documented) => {
  expect(verify(documented)).toBeDefined();
  expect(verify(documented, { secrets: ['a new secret', documented.secret] })).toBeDefined();
});

it.each(all)('refuses another secret, none, and no headers for %s', (_, documented) => {
  expect(verify(documented, { secrets: ['another secret'] })).toBeUndefined();
  expect(verify(documented, { secrets: [] })).toBeUndefined();
  expect(verify({ ...documented, headers: {} })).toBeUndefined();
});

it.each(all.filter(([, documented]) => documented !== gitlab))(
  'refuses one byte more for %s',
  (_, documented) => {
    expect(verify(documented, { sent: `${documented.body} ` })).toBeUndefined();
  },
);

it.each([signedGitlab, slack, stripe])('refuses a time more than 5 minutes away', (documented) => {
  expect(verify(documented, { later: 300 })).toBeDefined();
  expect(verify(documented, { later: 301 })).toBeUndefined();
  expect(verify(documented, { later: -301 })).toBeUndefined();
});

it.each(['sha256=', 'sha1=757107', 'sha256=zz', '757107ea', ' ', 'v1,', 'v0=00', 't=,v1='])(
  'refuses the signature %j in every form',
  (signature) => {
    for (const [, documented] of all) {
      const headers = Object.fromEntries(
        Object.entries(documented.headers).map(([name, value]) => [
          name,
          /signature|token/.test(name) ? signature : value,
        ]),
      );
      expect(verify({ ...documented, headers })).toBeUndefined();
    }
  },
);

it('does not let a token stand in for a signature that is wrong', () => {
  const headers = {
    ...signedGitlab.headers,
    'webhook-signature': 'v1,AAAA',
    'x-gitlab-token': signedGitlab.secret,
  };
  expect(verify({ ...signedGitlab, headers })).toBeUndefined();
});

it('knows a delivery by its id, and by its bytes where none is signed', () => {
  const identity = ({ form, body }: Documented, parsed: unknown, id?: string, isByBody = false) =>
    identityOf(form, { id, isByBody }, Buffer.from(body), parsed);
  expect(identity(stripe, { id: 'evt_1' })).toEqual({ deliveryKey: 'evt_1', bodyHash: null });
  expect(identity(slack, { event_id: 'Ev1' })).toEqual({ deliveryKey: 'Ev1', bodyHash: null });
  const byBody = identity(github, {}, '72d3', true);
  expect(byBody.deliveryKey).toBe('72d3');
  expect(byBody.bodyHash).toHaveLength(43);
  expect(identity(github, {}, 'x'.repeat(201), true).deliveryKey).toBe(byBody.bodyHash);
  expect(identity(slack, null).deliveryKey).toHaveLength(43);
});
