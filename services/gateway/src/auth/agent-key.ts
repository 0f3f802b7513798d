/** An agent's key: a token of ours whose lookup part is in `agent_keys`. */
import { makeToken, parseToken, type TokenParts } from './token.ts';

export const makeAgentKey = (): TokenParts & { readonly token: string } => makeToken('agent');

export const parseAgentKey = (token: string): TokenParts | undefined => parseToken('agent', token);
