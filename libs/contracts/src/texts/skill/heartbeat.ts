/** The heartbeat, step by step. */
import { example, read, send } from './example.ts';
import { stepAnswers } from './step-answers.ts';
import type { Surface } from './surface.ts';

export const heartbeatLines = (surface: Surface): string[] =>
  [opening, getWork, claim, understand, work, handOver, end].flatMap((step) => step(surface));

const opening = (): string[] => ['## The heartbeat', ''];

/** Where the reader finds what woke it. */
const wokenBy: Readonly<Record<Surface, string>> = {
  tools: '`work`',
  shell: 'SERVICE_TASK_ID',
  both: '`work`, or SERVICE_TASK_ID',
};

const getWork = (surface: Surface): string[] => [
  '### 1. Get work',
  '',
  ...example({
    tool: ['get_work', {}],
    curl: [
      ...read('agents/me?fields=id,name,role,budget'),
      ...read('agents/me/inbox-lite?nulls=omit'),
    ],
    answer: stepAnswers.inbox,
  }),
  `Work on the issue that woke you (${wokenBy[surface]}). Without one, take the first of your`,
  'inbox: what is in progress before what is new. Nothing there means that you are done: end the run,',
  'and look for no other work. A mention that asks you for an opinion needs a comment and no claim.',
  '',
];

const claim = (): string[] => [
  '### 2. Claim it',
  '',
  ...example({
    tool: ['claim_issue', { issue: 'ACM-12' }],
    curl: send('POST', 'issues/ACM-12/checkout', {
      agentId: '$SERVICE_AGENT_ID',
      expectedStatuses: ['todo', 'blocked', 'in_review', 'in_progress'],
    }),
    answer: stepAnswers.claim,
  }),
  'Claim before any work, each time; an issue that is yours already stays yours. If another agent owns',
  'it, leave it: do not claim it again, and take the next one.',
  '',
];

const understand = (surface: Surface): string[] => [
  '### 3. Understand it',
  '',
  ...example({
    tool: ['read_issue', { issue: 'ACM-12' }],
    curl: read('issues/ACM-12/heartbeat-context?view=compact'),
    answer: stepAnswers.context,
  }),
  ...(surface === 'shell' ? [] : READ_ONCE),
  'Read the description, the newest comments and the parents: they say what it is for. If you have read',
  'the thread before, read only what is new: `after` with the id of the last comment that you know.',
  'Look for something that you or a colleague did already before you do it.',
  '',
];

const READ_ONCE = [
  'By tools, get_work has shown the issue of the run: use read_issue for another one, or for what',
  '`more` names.',
];

const PLAN = '# Plan\n\n1. Mend line 12.';

const work = (): string[] => [
  '### 4. Do it',
  '',
  'Work in the folder of the run, or in the workspace that the issue names. Stay within the issue: what',
  'else you find becomes an issue of its own. Say what matters while you work, so that a run that is cut',
  'off is not lost:',
  '',
  ...example({
    tool: ['comment', { issue: 'ACM-12', body: 'The test fails on line 12. I fix it now.' }],
    curl: send(
      'POST',
      'issues/ACM-12/comments',
      { body: 'The test fails on line 12. I fix it now.' },
      'found',
    ),
    answer: stepAnswers.comment,
  }),
  'What is said to your run comes as `messages` beside an answer: read it before you go on.',
  '',
  'What is too long for a comment, such as a plan or a report, is a document of the issue. To replace one,',
  'read it, and send its version (by curl `-H \'If-Match: "1"\'`):',
  '',
  ...example({
    tool: ['write_document', { of: 'ACM-12', key: 'plan', body: PLAN }],
    curl: send('PUT', 'issues/ACM-12/documents/plan', { body: PLAN }),
  }),
];

const reviewsIn: Readonly<Record<Surface, string>> = {
  tools: '`reviews` in get_work',
  shell: 'in `agents/me/inbox-lite?reviews=true`',
  both: '`reviews` in get_work (by curl\n`agents/me/inbox-lite?reviews=true`)',
};

const handOver = (surface: Surface): string[] => [
  '### 5. Show evidence and hand it over',
  '',
  'State and comment go in one step. Evidence is what a reader can check: commands with their output,',
  'files, commits, links. "Done" alone is none. Name what you did not do or did not test. On a branch',
  '`muster/...` commit your work yourself; what you leave there is committed when the run ends.',
  'Files in `$SERVICE_OUTPUT_DIR`, where it is set, are attached to the issue when the run ends.',
  '',
  ...example({
    tool: [
      'update_issue',
      { issue: 'ACM-12', status: 'in_review', comment: 'Fixed in 3f2a91c. All 14 tests pass.' },
    ],
    curl: send(
      'PATCH',
      'issues/ACM-12',
      { status: 'in_review', comment: 'Fixed in 3f2a91c. All 14 tests pass.' },
      'review',
    ),
    answer: stepAnswers.change,
  }),
  'That wakes the reviewer: the agent that created the issue, else the assignee of its parent, else your',
  'manager; the board has it where no agent decides. The verdict wakes you, with its comment.',
  'A policy may leave it to others, whom `review_not_yours` names, or ask for a link to the result.',
  '',
  'Set `done` only where you may (`mayMoveTo`, `allowedTransitions`) and the result is accepted: by a',
  'reviewer, or by you where the issue says that you decide.',
  '',
  ...example({
    tool: ['update_issue', { issue: 'ACM-12', status: 'done' }],
    curl: send('PATCH', 'issues/ACM-12', { status: 'done' }),
  }),
  `Issues of others that wait for your verdict are ${reviewsIn[surface]}:`,
  'check the evidence, then set `done`, or `in_progress` with a comment that says what is missing. Do',
  'not claim them.',
  '',
];

const endByRequest: Readonly<Record<Surface, readonly string[]>> = {
  tools: [],
  shell: ['A program that fetches its work itself ends it by a request: /llms/skill/remote.md.'],
  both: ['A program that fetches its work itself ends it by a request: references/remote.md.'],
};

const end = (surface: Surface): string[] => [
  '### 6. End the run',
  '',
  'Before you end, every issue that you claimed is in_review, done, blocked or released, or it waits',
  '(`continue_later`). One that you leave in progress wakes you once more (left_in_progress): go on, hand',
  'it over or release it. Then end: your program ends the run by ending.',
  ...endByRequest[surface],
  '',
];
