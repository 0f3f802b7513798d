/**
 * What a whole heartbeat costs an agent in bytes: the bodies that it receives when it asks for no more
 * than it needs. Of an issue with a text of 2 KB, three ancestors and five comments.
 */
export interface ByteRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly token: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers with the text of a body; throws for a refusal. */
export type SendForBytes = (request: ByteRequest) => Promise<string>;

export interface HeartbeatBytes {
  /** Bytes of each step, in their order. */
  readonly steps: Readonly<Record<string, number>>;
  /** Of all steps. */
  readonly whole: number;
  /** Of a wake-up that finds nothing new. */
  readonly idle: number;
}

const WORDS = 'Measure, change one thing, and measure again. ';
export const text = (length: number): string => WORDS.repeat(length).slice(0, length);
const COMMENTS = 5;
const ANCESTORS = 3;
const MINIMAL = { prefer: 'return=minimal' };

interface Scene {
  readonly issueId: string;
  readonly agentId: string;
  readonly token: string;
}

export async function measureHeartbeat(
  send: SendForBytes,
  boardToken: string,
): Promise<HeartbeatBytes> {
  const { issueId, agentId, token } = await setScene(send, boardToken);
  const steps: Record<string, number> = {};
  const step = async (name: string, request: Omit<ByteRequest, 'token'>): Promise<void> => {
    steps[name] = Buffer.byteLength(await send({ ...request, token }));
  };
  await step('identity', IDENTITY);
  await step('work', WORK);
  await step('claim', {
    method: 'POST',
    path: `/api/issues/${issueId}/checkout`,
    body: { agentId, expectedStatuses: ['todo'] },
    headers: MINIMAL,
  });
  await step('context', {
    method: 'GET',
    path: `/api/issues/${issueId}/heartbeat-context?view=compact`,
  });
  await step('comment', {
    method: 'POST',
    path: `/api/issues/${issueId}/comments`,
    body: { body: text(400) },
    headers: MINIMAL,
  });
  await step('finish', {
    method: 'PATCH',
    path: `/api/issues/${issueId}`,
    body: { status: 'in_review' },
    headers: MINIMAL,
  });
  const nothing = await Promise.all(
    [IDENTITY, WORK].map(async (request) => Buffer.byteLength(await send({ ...request, token }))),
  );
  return { steps, whole: sum(Object.values(steps)), idle: sum(nothing) };
}

const IDENTITY = { method: 'GET', path: '/api/agents/me?fields=id,name,role,budget' } as const;
const WORK = { method: 'GET', path: '/api/agents/me/inbox-lite?nulls=omit' } as const;

export const sum = (bytes: readonly number[]): number => bytes.reduce((all, each) => all + each, 0);

export async function setScene(send: SendForBytes, token: string): Promise<Scene> {
  const made = async (path: string, body: object): Promise<Record<string, string>> =>
    JSON.parse(await send({ method: 'POST', path: `/api${path}`, token, body }));
  const idOf = async (path: string, body: object): Promise<string> =>
    (await made(path, body))['id'] ?? '';
  const companyId = await idOf('/companies', { name: 'Bytes' });
  const agentId = await idOf(`/companies/${companyId}/agents`, {
    name: 'Ann',
    runtimeConfig: { heartbeat: { enabled: false, wakeOnDemand: false } },
  });
  const key = await made(`/agents/${agentId}/keys`, { name: 'heartbeat' });
  const issue = (fields: object): Promise<string> =>
    idOf(`/companies/${companyId}/issues`, { title: 'Count the bytes of an answer', ...fields });
  let parentId: string | null = null;
  for (let level = 0; level < ANCESTORS; level += 1) {
    parentId = await issue({ parentId, description: text(100) });
  }
  const issueId = await issue({
    parentId,
    description: text(2_048),
    status: 'todo',
    assigneeAgentId: agentId,
  });
  for (let count = 0; count < COMMENTS; count += 1) {
    await made(`/issues/${issueId}/comments`, { body: text(100) });
  }
  return { issueId, agentId, token: key['token'] ?? '' };
}

export const sendByFetch =
  (baseUrl: string): SendForBytes =>
  async ({ method, path, token, body, headers = {} }) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...headers,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const received = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${received}`);
    return received;
  };
