/** Parameters of OAuth, in a query or in a form. None comes twice (RFC 6749, 3.1). */
import { createHash } from 'node:crypto';
import { OauthFault } from './oauth-fault.ts';

export type Parameters = ReadonlyMap<string, string>;
export type TokenResource = 'api' | 'mcp';

/** RFC 7636: 43 to 128 characters. */
const VERIFIER = /^[\w.~-]{43,128}$/;
const CHALLENGE = /^[\w-]{43}$/;

export function readParameters(text: string): Parameters {
  const read = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (read.has(name)) throw new OauthFault('invalid_request', `${name.slice(0, 50)} comes twice`);
    // Without a value it is as if it were not there.
    if (value !== '') read.set(name, value);
  }
  return read;
}

export function parameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OauthFault('invalid_request', `${name} is missing`);
  return value;
}

/** Which part of the installation a token is for (RFC 8707). */
export function resourceIn(parameters: Parameters, baseUrl: string): TokenResource | undefined {
  const named = parameters.get('resource')?.replace(/\/$/, '');
  if (named === undefined) return undefined;
  if (named === `${baseUrl}/mcp`) return 'mcp';
  if (named === `${baseUrl}/api`) return 'api';
  throw new OauthFault('invalid_target', `this server gives tokens for ${baseUrl}/mcp only`);
}

/** Of a program that proves with it that it is the one that began. */
export function challengeIn(parameters: Parameters): string {
  const challenge = parameter(parameters, 'code_challenge');
  if (parameters.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge)) {
    throw new OauthFault('invalid_request', 'code_challenge has to be one of the method S256');
  }
  return challenge;
}

export const answersChallenge = (verifier: string, challenge: string): boolean =>
  VERIFIER.test(verifier) &&
  createHash('sha256').update(verifier).digest('base64url') === challenge;
