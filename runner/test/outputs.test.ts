/** What a run leaves in its folder of outputs, attached by a real runner to what answers as a gateway. */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describeEach } from '@muster/test-kit/needs';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { allIsolations, hasIsolation, shellRun } from './open-runner.ts';
import { useRunner } from './use-runner.ts';

interface Upload {
  readonly path: string;
  readonly name: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}
type Answer = readonly [status: number, body: object, headers?: Record<string, string>];

describeEach(allIsolations, hasIsolation)('the outputs of a run under %s', (isolation) => {
  const at = useRunner(isolation);
  let gateway: Server;
  let apiUrl: string;
  let uploads: Upload[] = [];
  let answers: Answer[] = [];
  beforeAll(async () => {
    gateway = createServer((request, response) => {
      void text(request).then((body) => {
        const { pathname, searchParams } = new URL(request.url ?? '', apiUrl);
        const name = searchParams.get('name') ?? '';
        uploads.push({ path: pathname, name, body, headers: request.headers });
        const [status, answer, headers] = answers.shift() ?? [201, { id: randomUUID() }];
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    apiUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  });
  afterAll(() => gateway.close());
  afterEach(() => {
    uploads = [];
    answers = [];
  });

  const issueId = randomUUID();
  const run = async (script: string, of: string | null = issueId, agentId = randomUUID()) => {
    const { key, message } = shellRun(script, { agentId });
    const env = { SERVICE_API_URL: apiUrl, SERVICE_API_KEY: 'the token', PATH: '/usr/bin:/bin' };
    const program = { ...message.program, env, outputs: { issueId: of } };
    await at.scheduler.send({ ...message, program });
    const { outcome } = await at.scheduler.of('ended', key);
    await at.scheduler.send({ kind: 'forget', ...key });
    return { ...outcome, agentId, runId: key.runId, text: at.scheduler.text(key) };
  };
  const left = (agentId: string): string[] =>
    readdirSync(join(at.folder.runsDir, agentId)).filter((name) => name.startsWith('.run-output'));

  it('go to its issue by its token, and the folder is gone', async () => {
    const script = 'cd "$SERVICE_OUTPUT_DIR"; printf "a,b" >"day 1.csv"; printf x >Ä';
    const { status, outputs, agentId, runId } = await run(script);
    expect(status).toBe('succeeded');
    expect(outputs).toEqual({
      attached: [
        { fileId: expect.any(String) as string, name: 'day 1.csv', bytes: 3 },
        { fileId: expect.any(String) as string, name: 'Ä', bytes: 1 },
      ],
      refused: [],
      more: 0,
    });
    expect(uploads.map(({ path, name, body }) => [path, name, body])).toEqual([
      [`/api/issues/${issueId}/files`, 'day 1.csv', 'a,b'],
      [`/api/issues/${issueId}/files`, 'Ä', 'x'],
    ]);
    expect(uploads[0]?.headers).toMatchObject({
      authorization: 'Bearer the token',
      'content-length': '3',
      'x-run-id': runId,
    });
    expect(left(agentId)).toEqual([]);
  });

  it('are nothing where it has left nothing, and each run has a folder of its own', async () => {
    const agentId = randomUUID();
    const script = 'ls -A "$SERVICE_OUTPUT_DIR"; echo "$SERVICE_OUTPUT_DIR"';
    const first = await run(script, issueId, agentId);
    expect([first.outputs, first.status]).toEqual([undefined, 'succeeded']);
    const second = await run(script, issueId, agentId);
    expect(second.text).not.toBe(first.text);
    expect([uploads, left(agentId)]).toEqual([[], []]);
  });

  it('are handed over where the program has failed, too', async () => {
    const { status, outputs } = await run('echo 1 >"$SERVICE_OUTPUT_DIR/log"; exit 3');
    expect([status, outputs?.attached.length]).toEqual(['failed', 1]);
  });

  it('are files alone: no link is followed, no pipe is read, and a folder is named', async () => {
    const script = `cd "$SERVICE_OUTPUT_DIR"
      ln -s /etc/passwd link; ln -s / root; mkfifo pipe; mkdir below; echo 1 >below/x
      mkdir closed; chmod 0 closed; echo 1 >kept; echo 2 >'a"b;$(x)
c'`;
    const { outputs, agentId } = await run(script);
    expect(outputs?.refused).toEqual([
      { name: 'below', why: 'a folder: pack it into an archive' },
      { name: 'closed', why: 'a folder: pack it into an archive' },
      { name: 'link', why: 'a link, which is not followed' },
      { name: 'pipe', why: 'no ordinary file' },
      { name: 'root', why: 'a link, which is not followed' },
    ]);
    expect(uploads.map(({ name, body }) => [name, body])).toEqual([
      ['a"b;$(x)\nc', '2\n'],
      ['kept', '1\n'],
    ]);
    expect(left(agentId)).toEqual([]);
  });

  it('are nowhere else, whatever takes the place of the folder', async () => {
    const { outputs, agentId } = await run(
      'rm -r "$SERVICE_OUTPUT_DIR"; ln -s /etc "$SERVICE_OUTPUT_DIR"',
    );
    expect([outputs, uploads, left(agentId)]).toEqual([undefined, [], []]);
  });

  it('are refused with the word of the gateway, and tried again where that may help', async () => {
    const full = { code: 'file_store_full', error: 'No room' };
    const large = { code: 'file_too_large', error: 'Too large' };
    answers = [
      [503, full, { 'retry-after': '0.01' }],
      [201, { id: randomUUID() }],
      [413, large],
    ];
    const script = 'cd "$SERVICE_OUTPUT_DIR"; echo 1 >a; echo 2 >b';
    const { outputs } = await run(script);
    expect(outputs).toMatchObject({
      attached: [{ name: 'a' }],
      refused: [{ name: 'b', why: 'file_too_large: Too large' }],
    });
    const [first, again, other] = uploads.map(({ headers }) => headers['idempotency-key']);
    expect([again, other === first]).toEqual([first, false]);
  });

  it('are fifty at most, and none of a run without an issue', async () => {
    const script = 'cd "$SERVICE_OUTPUT_DIR"; for n in $(seq 1 120); do echo $n >$n; done';
    const many = await run(script);
    expect([many.outputs?.attached.length, many.outputs?.refused.length]).toEqual([50, 50]);
    expect([many.outputs?.more, many.outputs?.refused[0]?.why]).toEqual([20, 'more than 50 files']);
    const none = await run('echo 1 >"$SERVICE_OUTPUT_DIR/x"', null);
    expect(none.outputs?.refused).toEqual([{ name: 'x', why: 'the run has no issue' }]);
  });
});
