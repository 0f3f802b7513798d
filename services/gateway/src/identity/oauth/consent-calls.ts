/**
 * The page that asks a person, and the answer. It is the person's session that answers, from a page of the
 * installation; the program gets a code by the redirect, and never sees the session.
 */
import { Refusal, scopeOf, type TokenLimits } from '@muster/contracts';
import { newId, type Runtime } from '@muster/service-kit';
import type { CallContext, ComposedCall } from '../../upstream/composed-call.ts';
import { narrows } from '../../upstream/domain/token-limits.ts';
import { makeToken } from '../authentication/token.ts';
import { requireBoardUser } from '../domain/board-user.ts';
import { requireFutureExpiry } from '../domain/expiry.ts';
import { requireSensibleLimits } from '../domain/token-limits.ts';
import { requireOwnCompanies } from '../require-own-companies.ts';
import { takeUserCodeTry } from '../sign-in/attempt-limits.ts';
import { readAsked, type Asked, type Question } from './asked.ts';
import { redirectTo } from './domain/redirect-uris.ts';
import type { FindProgram } from './programs.ts';
import { answerDevice, insertAllowed, type Allowed } from './store/authorizations.ts';
import { clientUsed } from './store/clients.ts';

/** Nobody remembers after a year what a program was allowed. */
const GRANT_MAX_DAYS = 366;
const DAY_MS = 86_400_000;

interface Answer extends Question, Partial<TokenLimits> {
  readonly approve: boolean;
  readonly expiresAt?: string;
}

export const getAuthorizationRequest =
  ({ db }: Runtime, findProgram: FindProgram): ComposedCall =>
  async (input, call) => {
    const question = input as Question;
    await countTry(db, question, call);
    const asked = await readAsked({ db, findProgram, baseUrl: call.baseUrl() }, question);
    const { program, resource, suggested, way } = asked;
    return {
      body: JSON.stringify({
        program: { id: program.id, name: program.name, host: program.host },
        resource,
        ...suggested,
        leadsTo: 'redirectUri' in way ? placeOf(way.redirectUri) : null,
      }),
    };
  };

export const decideAuthorizationRequest =
  (runtime: Runtime, findProgram: FindProgram): ComposedCall =>
  async (input, call) => {
    const { db, log } = runtime;
    const answer = input as unknown as Answer;
    await countTry(db, answer, call);
    const allowed = answer.approve ? await allowedBy(runtime, answer, call) : undefined;
    const asked = await readAsked({ db, findProgram, baseUrl: call.baseUrl() }, answer);
    const target = await carryOut(runtime, asked, allowed, call.baseUrl());
    const { id: clientId } = asked.program;
    log.info(
      { clientId, userId: call.actor.id, allowed: answer.approve },
      'a program was answered',
    );
    return { body: JSON.stringify({ redirectTo: target }) };
  };

/** What a code is typed for can be guessed, by a person who is signed in. */
async function countTry(
  db: Runtime['db'],
  { userCode }: Question,
  { actor }: CallContext,
): Promise<void> {
  if (userCode !== undefined) await takeUserCodeTry(db, actor.id);
}

async function allowedBy(
  { dbInScope }: Runtime,
  { companies, readOnly = false, mayDecide = null, expiresAt }: Answer,
  { actor }: CallContext,
): Promise<Allowed> {
  const user = requireBoardUser(actor);
  const now = new Date();
  const last = new Date(now.getTime() + GRANT_MAX_DAYS * DAY_MS).toISOString();
  requireFutureExpiry(expiresAt, now.toISOString());
  const ids = companies?.map((id) => id.toLowerCase()) ?? null;
  const limits = { companies: ids, readOnly, mayDecide };
  if (narrows(limits)) requireSensibleLimits(user, limits);
  await requireOwnCompanies(dbInScope(scopeOf(user)), user, limits);
  const isSooner = expiresAt !== undefined && Date.parse(expiresAt) < Date.parse(last);
  return { userId: user.id, limits, grantExpiresAt: isSooner ? expiresAt : last };
}

async function carryOut(
  { db }: Runtime,
  { program, resource, way }: Asked,
  allowed: Allowed | undefined,
  issuer: string,
): Promise<string | null> {
  if ('deviceId' in way) {
    if (!(await answerDevice(db, way.deviceId, allowed))) throw new Refusal('user_code_not_found');
    return null;
  }
  const { redirectUri, state, challenge } = way;
  if (!allowed) return redirectTo(redirectUri, { error: 'access_denied', state, iss: issuer });
  const { token: code, ...parts } = makeToken('code');
  const asked = { id: newId(), clientId: program.id, clientName: program.name, resource };
  await insertAllowed(db, { ...asked, ...allowed, code: parts, redirectUri, challenge });
  await clientUsed(db, program.id);
  return redirectTo(redirectUri, { code, state, iss: issuer });
}

/** What a person can judge of an address: its host, or the application that has its scheme. */
function placeOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  return /^https?:$/.test(protocol) ? host : `${protocol}//`;
}
