// A careless agent: it prints the description of its issue and every comment on it, each line as it is, on
// both outputs. Then it reports a cost of one cent and the session that it was offered.
const { SERVICE_API_URL, SERVICE_API_KEY, SERVICE_TASK_ID, SERVICE_SESSION_ID } = process.env;

async function read(path: string): Promise<unknown> {
  const reply = await fetch(`${SERVICE_API_URL}/api/issues/${SERVICE_TASK_ID}${path}`, {
    headers: { authorization: `Bearer ${SERVICE_API_KEY}` },
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

const { description } = (await read('')) as { description: string };
const comments = (await read('/comments')) as { body: string }[];
for (const text of [description, ...comments.map(({ body }) => body)]) {
  process.stdout.write(`${text}\n`);
  process.stderr.write(`${text}\n`);
}
process.stdout.write(`offered session: ${SERVICE_SESSION_ID ?? 'none'}\n`);
const usage = { costCents: 1, provider: 'fixture', model: 'careless-1' };
const { SERVICE_RUN_NONCE: nonce } = process.env;
process.stdout.write(`${JSON.stringify({ nonce, usage })}\n`);
