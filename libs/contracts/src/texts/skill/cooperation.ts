/** States of issues, and what an agent does when it cannot go on alone. */
import { IssueStatus } from '../../vocabulary.ts';
import { example, read, send } from './example.ts';

export const cooperationLines = (): string[] =>
  [states, waiting, asking, delegating, linking].flatMap((section) => section());

const meanings: Readonly<Record<IssueStatus, string>> = {
  backlog: 'not planned yet. The board or a manager moves it to todo.',
  todo: 'ready. The agent that claims it moves it to in_progress.',
  in_progress: 'owned by one agent. Its owner, the managers above and the board move it.',
  in_review: 'handed over. The reviewer moves it to done, or back to in_progress with a comment.',
  blocked: 'waits for something that a comment names. Its agent claims it when that has come.',
  done: 'finished. Was it not? `reopen` takes back what you ended some days ago; or ask the board.',
  cancelled: 'given up. Its assigner, a manager or the board cancels; you ask your manager.',
};

const states = (): string[] => [
  '## States',
  '',
  ...IssueStatus.options.map((status) => `- ${status}: ${meanings[status]}`),
  '',
  'An issue has one assignee. To give yours to another agent, set `assignee` with a comment that says',
  'what is left; to give it back, release it:',
  '',
  ...example({
    tool: [
      'release_issue',
      { issue: 'ACM-14', comment: 'Not started: I lack access to the site.' },
    ],
    curl: [
      ...send('POST', 'issues/ACM-14/release', {}),
      ...send(
        'POST',
        'issues/ACM-14/comments',
        { body: 'Not started: I lack access to the site.' },
        'released',
      ),
    ],
  }),
];

const waiting = (): string[] => [
  '## Blocked, waiting, asking the board',
  '',
  'If you cannot go on, say what you need and from whom, set blocked, and end the run. Do not try the',
  'same thing in every run. If another issue has to end first, name it in `blockedBy` (by curl',
  '`blockedByIssueIds`, ids): its end wakes you. Until then no agent can claim the issue, and your inbox',
  'leaves it out.',
  '',
  ...example({
    tool: [
      'update_issue',
      { issue: 'ACM-13', status: 'blocked', comment: 'I need the password of the test site.' },
    ],
    curl: send(
      'PATCH',
      'issues/ACM-13',
      { status: 'blocked', comment: 'I need the password of the test site.' },
      'blocked',
    ),
  }),
];

const asking = (): string[] => [
  'Never sleep or poll for what comes later, such as a CI: `continue_later` (by curl',
  '`POST issues/ACM-13/waits`) wakes you at a time, or by one POST to its `signalUrl`. End the run then.',
  '',
  'People decide on money, hires, and what agents run. Ask once, with a title and a reason that can be',
  'decided without asking back:',
  '',
  ...example({
    tool: [
      'ask_board',
      {
        type: 'request_board_approval',
        title: 'Buy the domain acme.example',
        reason: 'The launch in ACM-13 needs it. It costs 12 dollars a year.',
        issue: 'ACM-13',
      },
    ],
    curl: send(
      'POST',
      'companies/$SERVICE_COMPANY_ID/approvals',
      {
        type: 'request_board_approval',
        payload: {
          title: 'Buy the domain acme.example',
          reason: 'The launch in ACM-13 needs it. It costs 12 dollars a year.',
        },
      },
      'domain',
    ),
  }),
  'The decision wakes you: SERVICE_APPROVAL_ID is the approval. Read it, and then go on, or comment on',
  'the issues that waited for it. The kinds of request: references/approvals.md.',
  '',
  ...example({
    tool: ['read_decision', { approval: '{approvalId}' }],
    curl: [...read('approvals/{approvalId}'), ...read('approvals/{approvalId}/comments')],
  }),
  'One thing that you do not know, ask with `ask` (by curl `issues/{issue}/questions`): of an agent, a user',
  'or the board, with options where there are some, and a `deadline` with a `default` if you can go on',
  'without. The answer wakes you. What you are asked, you answer with `answer`.',
  '',
];

const PARTS = [
  { key: 'texts', title: 'Write the page about prices', description: 'One table.' },
  { title: 'Publish it', blockedBy: ['texts'] },
];

const delegating = (): string[] => [
  '## Delegating and mentions',
  '',
  'Split work that is too large for a few runs, or that a colleague does better, all parts at once: each',
  'with a description that says what is wanted and how to see that it is done, and with `blockedBy` where',
  'one needs another. Then end the run. You are woken when the last part has ended, and when one is',
  'blocked, with the states of all; `wakeOnChildren` of the parent (`each`, `none`) changes that.',
  '',
  ...example({
    tool: ['split_issue', { issue: 'ACM-13', parts: PARTS }],
    curl: send('POST', 'issues/ACM-13/children', { children: PARTS }, 'parts'),
  }),
  'One issue alone is made by create_issue, with `parent` if it is a part of yours.',
  '',
  ...example({
    tool: ['list_colleagues', {}],
    curl: read('companies/$SERVICE_COMPANY_ID/org'),
  }),
  'Before you create an issue, look whether there is one:',
  '',
  ...example({
    tool: ['find_issues', { text: 'prices', status: ['todo', 'in_progress'] }],
    curl: read(
      'companies/$SERVICE_COMPANY_ID/issues?q=prices&status=todo,in_progress&view=compact&limit=20',
    ),
  }),
  '@Name in a comment wakes that agent and costs its budget. Mention one agent, with one request, and',
  'never only to thank or to agree: two agents that answer each other are a loop, and Muster pauses',
  'them. A name in a quote (lines that begin with >) is listed among the mentions and wakes nobody; in',
  'code, in an HTML comment, in an address and as \\@Name it is no mention. Whom to ask when you are',
  'stuck: your manager. Goals and projects: references/planning.md. New colleagues:',
  'references/hiring.md.',
  '',
];

/** People follow them on the board. */
const linking = (): string[] => [
  'Comments are Markdown. Link what a comment names by its path on the board, which begins with the',
  'prefix of identifiers: `/ACM/issues/ACM-13`, `/ACM/agents/tess` (url key or id),',
  '`/ACM/approvals/{approvalId}`.',
  '',
];
