/** Files of issues in a bucket, through the gateway: as in a folder, and while the store is down. */
import { randomBytes } from 'node:crypto';
import { issues, type IssueFile } from '@muster/contracts';
import { openS3Server } from '@muster/test-kit/s3-server';
import { until } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';

const store = await openS3Server();
const world = useWorld({
  replicas: 1,
  settings: {
    FILE_STORE_S3_URL: store.url,
    FILE_STORE_S3_ACCESS_KEY_ID: store.accessKeyId,
    FILE_STORE_S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  },
});
afterAll(store.remove);

let headers: Record<string, string>;
let issueId: string;
beforeAll(async () => {
  const { id: companyId } = await createCompany(world().board);
  const { agent, token } = await addAgentWithKey(world(), companyId);
  headers = { authorization: `Bearer ${token}` };
  issueId = (await addIssue(world().board, companyId, { assigneeAgentId: agent.id })).id;
});

const at = (path: string): string => `${world().stack.baseUrl}${path}`;
const upload = (name: string, body: Buffer, more = '') =>
  fetch(at(`/api/issues/${issueId}/files?name=${name}${more}`), { method: 'POST', headers, body });
const download = (fileId: string, more: Record<string, string> = {}) =>
  fetch(at(`/api/files/${fileId}/content`), { headers: { ...headers, ...more } });
const codeOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
];

it('a file comes back whole and in parts, and by an address of the gateway', async () => {
  const bytes = randomBytes(300_000);
  const answer = await upload('a.bin', bytes);
  expect(answer.status).toBe(201);
  const { id, companyId } = (await answer.json()) as IssueFile;
  expect(await store.objects()).toEqual([`${companyId}/${id}`]);
  expect(Buffer.from(await (await download(id)).arrayBuffer())).toEqual(bytes);
  const part = await download(id, { range: 'bytes=10-19' });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
    206,
    bytes.subarray(10, 20),
  ]);
  const given = await fetch(at(`/api/files/${id}/address`), { headers });
  const { url } = (await given.json()) as { url: string };
  expect(url.startsWith(world().stack.baseUrl)).toBe(true);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
});

it('what is refused for its checksum is not in the bucket', async () => {
  const before = await store.objects();
  const answer = await upload('x', Buffer.from('text'), `&sha256=${'0'.repeat(64)}`);
  expect(await codeOf(answer)).toEqual([422, 'checksum_mismatch']);
  expect(await store.objects()).toEqual(before);
});

it('a store that is down is a code with a time to try again, and loses nothing', async () => {
  const { id } = (await (await upload('kept', Buffer.from('kept'))).json()) as IssueFile;
  const [listed, objects] = [
    await world().board.call(issues, 'listIssueFiles', { issueId }),
    await store.objects(),
  ];
  await store.stop();
  for (const answer of [await upload('x', randomBytes(2_000_000)), await download(id)]) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(answer)).toEqual([503, 'file_store_unavailable']);
  }
  await store.start();
  expect(await (await download(id)).text()).toBe('kept');
  expect(await world().board.call(issues, 'listIssueFiles', { issueId })).toEqual(listed);
  const again = await until('the store takes files', async () => {
    const answer = await upload('x', Buffer.from('again'));
    return answer.status === 201 ? ((await answer.json()) as IssueFile) : undefined;
  });
  expect((await store.objects()).length).toBe(objects.length + 1);
  expect(await (await download(again.id)).text()).toBe('again');
});
