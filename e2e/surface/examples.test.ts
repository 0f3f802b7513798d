/**
 * Every example of the OpenAPI document is sent to the system, as it is and with mistakes. The ids that it
 * makes up give way to those of one company with one of everything; a write takes place where its scenario has
 * prepared it.
 */
import { successesOf, type Operation } from '@muster/contracts';
import {
  operationsOf,
  startIdentityProvider,
  wrongHeaders,
  type DescribedOperation,
} from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOneOfEverything, type OneOfEverything } from '../fixtures/one-of-everything.ts';
import { startLiveRun, type LiveRun } from '../fixtures/live-run.ts';
import { idPositions, withValueAt } from '../requests/inputs/ids.ts';
import { routes, type Route } from '../requests/routes.ts';
import { writeScenarios } from '../requests/write-scenarios/index.ts';
import { requestOf, type Caller, type Client, type Reply } from '../world/http-client.ts';
import { useWorld } from '../world/use-world.ts';
import { credentialExamples } from './credential-examples.ts';
import { sendBy, variantsOf, type CallerName } from './refused-examples.ts';
import { shapeOf } from './rows.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a scenario has made up takes the place of the same fields of an example. */
const ofScenario = ['claimSecret', 'skills'];

const provider = await startIdentityProvider();
afterAll(() => provider.close());
const world = useWorld({
  settings: {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: 'a secret between two',
  },
});
let described: ReadonlyMap<string, DescribedOperation>;
let fixture: OneOfEverything;
let run: LiveRun;
beforeAll(async () => {
  described = operationsOf((await world().board.get('/api/openapi.json')).body);
  fixture = await createOneOfEverything(world(), 'Example');
  run = await startLiveRun(world(), fixture.companyId, 'example-run');
  // Other examples name the skill and the documents of these.
  const first = ['setSkill', 'writeIssueDocument', 'writeProjectDocument', 'writeCompanyDocument'];
  await Promise.all(routes.filter(({ name }) => first.includes(name)).map(sendAsItIs));
});

const bodyOf = ({ name }: Route): Fields =>
  described.get(name)?.requestBody?.content['application/json']?.example ?? {};

/** The example with ids of things that exist, unless `own` has them. */
function inputOf(route: Route, own: Fields = {}): Fields {
  const parameters = described.get(route.name)?.parameters ?? [];
  const needed = parameters.filter(
    (each) => each.in === 'path' || (each.in === 'query' && each.example !== undefined),
  );
  const made: Fields = {
    ...Object.fromEntries(needed.map(({ name, example }) => [name, example])),
    ...bodyOf(route),
    ...(route.name === 'explainWake' ? { issueId: fixture.ids.issue } : {}),
  };
  const withIds = idPositions(route)
    .filter(({ path: [field = ''] }) => field in made)
    .reduce<Fields>((input, { path, thing }) => {
      const [field = ''] = path;
      if (field in own) return { ...input, [field]: own[field] };
      return withValueAt(input, path, fixture.ids[thing]) as Fields;
    }, made);
  const kept = ofScenario.filter((field) => field in own);
  return { ...withIds, ...Object.fromEntries(kept.map((field) => [field, own[field]])) };
}

/** A caller that sends the example where the scenario would send a body of its own. */
function withExample(caller: Caller, route: Route): Caller {
  const bodyFor = (method: string, path: string, body: unknown): unknown => {
    if (route.method !== method || !isPathOf(route, path)) return body;
    const { body: example } = requestOf(route.operation, inputOf(route, Object(body) as Fields));
    return Object.keys(Object(example)).length === 0 ? body : example;
  };
  return {
    ...caller,
    post: (path, body, headers) => caller.post(path, bodyFor('POST', path, body), headers),
    put: (path, body, headers) => caller.put(path, bodyFor('PUT', path, body), headers),
    patch: (path, body, headers) => caller.patch(path, bodyFor('PATCH', path, body), headers),
  };
}

const isPathOf = ({ path }: Route, given: string): boolean => {
  const [shape, parts] = [shapeOf(path).split('/'), given.split('/')];
  return (
    shape.length === parts.length && shape.every((part, at) => part === '{}' || part === parts[at])
  );
};

async function sendByScenario(route: Route): Promise<Reply> {
  const { chief, companyId } = fixture;
  const { api, board, ...rest } = world();
  const wrap = (caller: Caller): Caller => withExample(caller, route);
  const client: Client = {
    as: (token) => wrap(api.as(token)),
    withCookie: (cookie) => wrap(api.withCookie(cookie)),
  };
  const scenario = writeScenarios[route.name];
  if (!scenario) throw new Error(`${route.name}: no scenario`);
  return scenario({
    world: { ...rest, api: client, board: wrap(board) },
    companyId,
    chief: { ...chief, caller: wrap(chief.caller) },
  });
}

const sendAsItIs = ({ operation, ...route }: Route): Promise<Reply> =>
  sendBy(callerFor(operation, route.name), requestOf(operation, inputOf({ operation, ...route })));

function sendExample(route: Route): Promise<Reply> {
  const withCredential = credentialExamples[route.name];
  if (withCredential) {
    const { companyId, owner } = fixture;
    const given = { world: world(), companyId, boardToken: owner.token, provider };
    return withCredential({ ...given, example: bodyOf(route) });
  }
  const isPrepared = route.name in writeScenarios && route.name !== 'setSkill';
  return isPrepared ? sendByScenario(route) : sendAsItIs(route);
}

/** Operations that only the user to whom something belongs may call. */
const ofOwner = new Set(['revokeBoardToken', 'revokeSession']);
/** Operations of a process that stays, and has a key. */
const ofKey = new Set(['listOwnWakes']);

/** An operation of agents is called by one in its run. */
function callerFor({ who }: Operation, name: string): Caller {
  const { api, board } = world();
  if (ofOwner.has(name)) return api.as(fixture.owner.token);
  if (ofKey.has(name)) return fixture.chief.caller;
  return who.includes('board') && name !== 'callMcp' ? board : api.as(run.token);
}

afterAll(() => world().board.post(`/api/heartbeat-runs/${run.runId}/cancel`));

describe('an example of the OpenAPI document', () => {
  // The last one revokes the token that others are sent with.
  const isLast = ({ name }: Route): number => Number(name === 'revokeBoardToken');
  const sent = routes.toSorted((a, b) => isLast(a) - isLast(b));
  it('takes fresh credentials for operations that exist', () => {
    const names = routes.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(credentialExamples)));
  });

  // Before the others, because some of them revoke credentials.
  const all = routes.map((route) => [route.name, route] as const);
  it.each(all)(
    'of %s is refused with a mistake, with headers that the document has',
    async (_, route) => {
      const { operation, name } = route;
      const callers: Readonly<Record<CallerName, Caller>> = {
        own: callerFor(operation, name),
        nobody: world().api.as(),
        board: world().board,
        agent: fixture.chief.caller,
      };
      const document = described.get(name) as DescribedOperation;
      for (const [wrong, request] of Object.entries(
        variantsOf(operation, requestOf(operation, inputOf(route))),
      )) {
        const reply = await sendBy(callers[request.by], request);
        expect([wrong, reply.status]).toEqual([wrong, request.status]);
        expect([wrong, wrongHeaders(document, reply)]).toEqual([wrong, []]);
      }
    },
  );

  const named = sent.map((route) => [route.name, route] as const);
  it.each(named)('of %s succeeds, with headers that the document has', async (_, route) => {
    const reply = await sendExample(route);
    const { status, body } = reply;
    // The whole answer shows why an example has failed.
    expect(successesOf(route.operation).includes(status) ? 'a success' : body).toBe('a success');
    const document = described.get(route.name) as DescribedOperation;
    expect(wrongHeaders(document, reply)).toEqual([]);
  });
});
