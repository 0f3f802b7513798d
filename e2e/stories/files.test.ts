/** Files of issues, through the gateway: they stream, they are inert, they are whole or not at all. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { issues, type IssueFile } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addAgentWithKey,
  addIssue,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';

const MB = 1_048_576;
/** What no process may grow by, however large a file is. */
const GROWTH_MAX_KB = 32 * 1_024;
const LARGE_MB = Number(process.env['LARGE_FILE_MB'] ?? 256);
const TIMEOUT_MS = 240_000;

const world = useWorld({
  replicas: 1,
  // An upload takes longer than a request may, and is not cut off by it.
  settings: { REQUEST_SECONDS: '1', COMPANY_FILES_MB: '4000', COMPANY_FILES_MONTH_MB: '0' },
});
let agent: AgentWithKey;
let issueId: string;
beforeAll(async () => {
  const { id: companyId } = await createCompany(world().board);
  agent = await addAgentWithKey(world(), companyId, { name: 'Ada', role: 'ceo' });
  issueId = (await addIssue(world().board, companyId, { assigneeAgentId: agent.agent.id })).id;
});

type Body = Buffer | string | ReadableStream;
const at = (path: string): string => `${world().stack.baseUrl}${path}`;
const headersOf = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${agent.token}`,
  ...more,
});
const upload = (query: string, body: Body, headers: Record<string, string> = {}) =>
  fetch(at(`/api/issues/${issueId}/files?${query}`), {
    method: 'POST',
    headers: headersOf(headers),
    body: body as never,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
const download = (fileId: string, headers: Record<string, string> = {}) =>
  fetch(at(`/api/files/${fileId}/content`), { headers: headersOf(headers) });
const added = async (answer: Response): Promise<IssueFile> => {
  expect([answer.status, await answer.clone().text()]).toEqual([201, expect.anything()]);
  return (await answer.json()) as IssueFile;
};
const codeOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
];
const filesFolder = (): string => join(world().folder, 'data', 'files');
/** All that the store has, by the ids of the files. */
const stored = (): string[] =>
  readdirSync(filesFolder(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => parentPath.split('/').at(-1) ?? '');
const listed = () => world().board.call(issues, 'listIssueFiles', { issueId });

/** The resident memory of each process, in KB. */
const memory = (): Map<string, number> =>
  new Map(
    world()
      .stack.pids()
      .filter(({ name }) => !['postgres', 'nats', 'redis'].includes(name))
      .map(({ name, pid }) => [
        name,
        Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
      ]),
  );

function* megabytes(count: number): Generator<Buffer> {
  const one = randomBytes(MB);
  for (let sent = 0; sent < count; sent += 1) yield one;
}

/** Sends with a length, which `fetch` leaves out of a stream. */
async function send(query: string, count: number): Promise<IssueFile> {
  const answered = Promise.withResolvers<IssueFile>();
  const outgoing = request(
    at(`/api/issues/${issueId}/files?${query}`),
    { method: 'POST', headers: headersOf({ 'content-length': String(count * MB) }) },
    (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.once('end', () => answered.resolve(JSON.parse(text) as IssueFile));
    },
  );
  outgoing.once('error', answered.reject);
  await pipeline(Readable.from(megabytes(count)), outgoing);
  return answered.promise;
}

describe('a file', () => {
  it('comes back as it was sent, whole and in parts', async () => {
    const bytes = randomBytes(200_000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = await added(await upload(`name=a.bin&sha256=${sha256.toUpperCase()}`, bytes));
    expect(file).toMatchObject({ name: 'a.bin', bytes: 200_000, sha256, authorName: 'Ada' });
    const whole = await download(file.id);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
    const part = await download(file.id, { range: 'bytes=1000-1999' });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      'bytes 1000-1999/200000',
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(1_000, 2_000));
    const beyond = await download(file.id, { range: 'bytes=200000-' });
    expect(await codeOf(beyond)).toEqual([416, 'range_not_satisfiable']);
    const head = await fetch(at(`/api/files/${file.id}/content`), {
      method: 'HEAD',
      headers: headersOf(),
    });
    expect(head.headers.get('content-length')).toBe('200000');
  });

  it.each([
    ['application/json', '{"no":'],
    ['text/plain', '\0'],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['multipart/form-data', '--x'],
  ])('is taken as it is, sent as %s', async (type, body) => {
    const file = await added(await upload('name=x', body, { 'content-type': type }));
    expect(await (await download(file.id)).text()).toBe(body);
  });

  it.each([
    ['text/html', 'page.html', '<script>parent.ran = 1</script>'],
    ['image/svg+xml', 'x.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['text/javascript', 'x.js";\u2028.js', 'alert(1)'],
  ])('of %s is inert', async (type, name, text) => {
    const query = new URLSearchParams({ name, type });
    const answer = await upload(query.toString(), text);
    if (answer.status === 400) return expect(name).toMatch(/[\u2028]/);
    const { headers } = await download((await added(answer)).id);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  });

  it('is not there where other bytes arrive than its checksum is of', async () => {
    const before = [await listed(), stored()];
    const answer = await upload(`name=x&sha256=${'0'.repeat(64)}`, 'text');
    expect(await codeOf(answer)).toEqual([422, 'checksum_mismatch']);
    expect([await listed(), stored()]).toEqual(before);
  });

  it('needs a length', async () => {
    const answer = await upload(
      'name=x',
      Readable.toWeb(Readable.from(['text'])) as ReadableStream,
    );
    expect(await codeOf(answer)).toEqual([411, 'length_required']);
  });

  it('is added once by a key, whatever was sent again', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await added(await upload('name=once', 'one', key));
    const again = await upload('name=once', 'one', key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.json()).toEqual(first);
    expect(await codeOf(await upload('name=once', 'two', key))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    expect((await listed()).filter(({ name }) => name === 'once')).toEqual([first]);
    expect(stored().toSorted()).toEqual((await listed()).map(({ id }) => id).toSorted());
  });

  it('has an address that needs no credential, of its own and no other file', async () => {
    const { id } = await added(await upload('name=x', 'text'));
    const answer = await fetch(at(`/api/files/${id}/address`), { headers: headersOf() });
    const { url } = (await answer.json()) as { url: string };
    expect(await (await fetch(url)).text()).toBe('text');
    expect(await codeOf(await fetch(url.replace(/.$/, '_')))).toEqual([404, 'file_not_found']);
    await world().board.delete(`/api/files/${id}`);
    expect(await codeOf(await fetch(url))).toEqual([404, 'file_not_found']);
  });

  it('leaves its company by nobody', async () => {
    const { id } = await added(await upload('name=x', 'text'));
    const { id: companyId } = await createCompany(world().board);
    const stranger = await addAgentWithKey(world(), companyId, { name: 'Eve', role: 'ceo' });
    const headers = { authorization: `Bearer ${stranger.token}` };
    for (const path of [
      `/api/files/${id}`,
      `/api/files/${id}/content`,
      `/api/files/${id}/address`,
    ]) {
      expect(await codeOf(await fetch(at(path), { headers }))).toEqual([404, 'file_not_found']);
    }
    const foreign = at(`/api/issues/${issueId}/files?name=x`);
    expect(await codeOf(await fetch(foreign, { method: 'POST', headers, body: 'x' }))).toEqual([
      404,
      'issue_not_found',
    ]);
  });
});

describe('an upload', () => {
  it(
    `of ${LARGE_MB} MB lets no process grow, nor does its download`,
    async () => {
      await send('name=warm', 16);
      const before = memory();
      let most = new Map<string, number>();
      const watch = setInterval(() => {
        most = new Map(
          [...memory()].map(([name, kb]) => [name, Math.max(kb, most.get(name) ?? 0)]),
        );
      }, 50);
      const file = await send('name=large', LARGE_MB);
      const answer = await download(file.id);
      const hash = createHash('sha256');
      for await (const chunk of answer.body ?? []) hash.update(chunk as Buffer);
      clearInterval(watch);
      expect([file.bytes, file.sha256]).toEqual([LARGE_MB * MB, hash.digest('hex')]);
      const growth = [...most].map(([name, kb]) => [name, kb - (before.get(name) ?? kb)] as const);
      console.log(`grown by KB: ${JSON.stringify(growth)}`);
      expect(growth.filter(([, kb]) => kb > GROWTH_MAX_KB)).toEqual([]);
      await world().board.delete(`/api/files/${file.id}`);
    },
    TIMEOUT_MS,
  );

  it('that breaks off leaves nothing', async () => {
    const before = stored();
    const filesBefore = await listed();
    const outgoing = request(at(`/api/issues/${issueId}/files?name=broken`), {
      method: 'POST',
      headers: headersOf({ 'content-length': String(10 * MB) }),
    });
    outgoing.on('error', () => undefined);
    outgoing.write(randomBytes(MB));
    await until('its bytes come', () => (stored().length > before.length ? true : undefined));
    outgoing.destroy();
    await until('nothing is left', () => (stored().length === before.length ? true : undefined));
    expect([await listed(), stored()]).toEqual([filesBefore, before]);
  });

  it('is refused while the store is down, and nothing is lost', async () => {
    const { id, companyId } = await added(await upload('name=kept', 'kept'));
    const before = await listed();
    const own = join(filesFolder(), companyId);
    renameSync(own, `${own}-aside`);
    writeFileSync(own, 'no folder');
    expect(await codeOf(await upload('name=x', 'text'))).toEqual([503, 'file_store_unavailable']);
    expect(await codeOf(await download(id))).toEqual([503, 'file_store_unavailable']);
    rmSync(own);
    renameSync(`${own}-aside`, own);
    expect(await (await download(id)).text()).toBe('kept');
    expect(await listed()).toEqual(before);
  });
});
