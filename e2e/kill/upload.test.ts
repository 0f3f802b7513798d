/** A gateway that is killed while a file comes: there is no file, and the next upload goes through. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { issues, type IssueFile } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';

const MB = 1_048_576;
const world = useWorld({ replicas: 1 });

it('leaves nothing half attached, and what had come is no file of anybody', async () => {
  const { board, stack, folder } = world();
  const { id: companyId } = await createCompany(board);
  const { agent, token } = await addAgentWithKey(world(), companyId);
  const { id: issueId } = await addIssue(board, companyId, { assigneeAgentId: agent.id });
  const authorization = `Bearer ${token}`;
  const url = `${stack.baseUrl}/api/issues/${issueId}/files?name=x`;
  const parts = (): string[] =>
    readdirSync(join(folder, 'data', 'files'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.includes('/part-'),
    );
  const outgoing = request(url, {
    method: 'POST',
    headers: { authorization, 'content-length': String(10 * MB) },
  });
  const broken = once(outgoing, 'error').catch((error: unknown) => error);
  outgoing.write(randomBytes(MB));
  await until('its bytes come', () => (safely(parts).length > 0 ? true : undefined));
  stack.kill('gateway', 1);
  await broken;
  const listed = await until('the gateway is back', () =>
    board.call(issues, 'listIssueFiles', { issueId }).catch(() => undefined),
  );
  expect(listed).toEqual([]);
  const answer = await until('an upload goes through', () =>
    fetch(url, { method: 'POST', headers: { authorization }, body: 'whole' }).catch(
      () => undefined,
    ),
  );
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as IssueFile;
  const files = await board.call(issues, 'listIssueFiles', { issueId });
  expect(files.map((file) => [file.id, file.bytes])).toEqual([[id, 5]]);
});

/** The folder is made with the first file. */
function safely(list: () => string[]): string[] {
  try {
    return list();
  } catch {
    return [];
  }
}
