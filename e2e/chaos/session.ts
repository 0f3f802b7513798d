/** The session in which the clients of one run send their requests and write down what they observe. */
import { randomUUID } from 'node:crypto';
import type { RetriedAnswer, RetryingClient, TestRequest } from '../world/retrying-client.ts';
import type { Client } from './fixture.ts';
import type { Creation, History } from './history.ts';

export interface Session {
  readonly http: RetryingClient;
  readonly boardToken: string;
  readonly history: History;
  /** Share of the run that is over, from 0 to 1. */
  readonly progress: () => number;
}

/** Sends the request, and records an answer with any status but the expected ones. */
export async function send(
  { http, history }: Session,
  request: TestRequest,
  expected: readonly number[],
): Promise<RetriedAnswer> {
  const answer = await http.send(request);
  const { body, ...observed } = answer;
  history.answers.push(observed);
  const { status } = observed;
  if (status !== undefined && !expected.includes(status)) {
    history.unexplained.push(
      `${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`,
    );
  }
  return answer;
}

export const idOf = ({ body }: RetriedAnswer, within?: string): string | undefined => {
  const thing = within === undefined ? body : (body[within] as RetriedAnswer['body'] | undefined);
  return thing?.['id'] as string | undefined;
};

export interface CreationRequest {
  readonly kind: Creation['kind'];
  readonly path: string;
  /** Puts the mark into a field by which the thing is found again. */
  readonly body: (mark: string) => object;
  /** The field of the answer that holds the created thing, if not all of it. */
  readonly within?: string;
  readonly isBoard?: boolean;
}

/** Creates a thing with a unique mark; answers with its id, if the creation was acknowledged. */
export async function create(
  session: Session,
  { name, token, company: { companyId } }: Client,
  { kind, path, body, within, isBoard = false }: CreationRequest,
): Promise<string | undefined> {
  const mark = randomUUID();
  const request = {
    method: 'POST' as const,
    path,
    token: isBoard ? session.boardToken : token,
    body: body(mark),
  };
  const id = idOf(await send(session, request, [201]), within);
  session.history.creations.push({ kind, companyId, client: name, mark, id });
  return id;
}
