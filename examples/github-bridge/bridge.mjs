/**
 * Connects a repository on GitHub with a company, by two hooks: a failed workflow makes an issue for an agent, and what people
 * say on an issue there is said on the issue here. Run it once; GitHub then sends its deliveries to Muster itself.
 */
const { MUSTER_URL, MUSTER_TOKEN, COMPANY, AGENT } = process.env;

async function call(method, path, body) {
  const answer = await fetch(`${MUSTER_URL}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${MUSTER_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

if (!MUSTER_URL || !MUSTER_TOKEN || !COMPANY || !AGENT) {
  throw new Error('MUSTER_URL, MUSTER_TOKEN, COMPANY and AGENT have to be set');
}

/** No clock: only the hook fires it. */
const routine = await call('POST', `companies/${COMPANY}/routines`, {
  name: 'Mend a failed workflow',
  variables: [{ name: 'workflow' }, { name: 'branch' }, { name: 'address' }],
  template: {
    title: 'Mend {{workflow}} on {{branch}}',
    description: 'It has failed: {{address}}',
    assigneeAgentId: AGENT,
  },
  clock: { kind: 'none' },
  // Two branches may fail at once.
  overlap: 'together',
});
const failures = await call('POST', `companies/${COMPANY}/hooks`, {
  name: 'Failed workflows',
  form: 'github',
  filters: [
    { at: '/action', equals: 'completed' },
    { at: '/workflow_run/conclusion', equals: 'failure' },
  ],
  effect: {
    kind: 'routine',
    routineId: routine.id,
    variables: {
      workflow: '/workflow_run/name',
      branch: '/workflow_run/head_branch',
      address: '/workflow_run/html_url',
    },
  },
});
/** The title of the issue on GitHub is the identifier of the one here, such as ACM-12. */
const comments = await call('POST', `companies/${COMPANY}/hooks`, {
  name: 'Comments',
  form: 'github',
  filters: [{ at: '/action', equals: 'created' }],
  effect: { kind: 'comment', issue: '/issue/title', text: '/comment/body' },
});

const settings = [
  ['workflow_run', failures],
  ['issue_comment', comments],
].map(([event, { path, secret }]) => ({ event, url: `${MUSTER_URL}${path}`, secret }));
console.log(JSON.stringify(settings, null, 2));
