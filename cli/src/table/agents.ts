/** Agents and their runs. */
import type { CommandSpec } from './command.ts';
import { agent, follow, idempotencyKey, limit, run } from './flags.ts';

const IS = { sentence: '{name} is {status}.' };

export const agentCommands: readonly CommandSpec[] = [
  {
    path: 'agent list',
    says: 'The agents of the company',
    flags: [limit],
    call: {
      operation: 'listAgents',
      form: {
        columns: [
          'name',
          'role',
          'status',
          'why=pauseReason',
          'adapter=adapterType',
          'spent=spentMonthlyCents:cents',
          'budget=budgetMonthlyCents:budget',
          'heartbeat=lastHeartbeatAt:moment',
          'id',
        ],
      },
    },
  },
  {
    path: 'agent show',
    says: 'One agent',
    args: [agent],
    call: {
      operation: 'getAgent',
      form: {
        lines: [
          'name',
          'id',
          'role',
          'title',
          'status',
          'why=pauseReason',
          'manager=reportsTo:agent',
          'adapter=adapterType',
          'spent=spentMonthlyCents:cents',
          'budget=budgetMonthlyCents:budget',
          'heartbeat=lastHeartbeatAt:moment',
        ],
        texts: ['capabilities'],
      },
    },
  },
  {
    path: 'agent hire',
    says: 'Hire an agent; where the company says so, the board has to approve it',
    args: [{ name: 'name', says: 'The name to @mention' }],
    flags: [
      { name: 'role', value: 'role', says: 'ceo, engineer, general, …' },
      { name: 'title', value: 'text', says: 'Its job' },
      { name: 'reports-to', value: 'agent', says: 'Its manager', field: 'reportsTo', is: 'agent' },
      { name: 'capabilities', value: 'text', says: 'What it is good at; - reads standard input' },
      {
        name: 'adapter',
        value: 'type',
        says: 'How it is started: claude_code, codex, remote, …',
        field: 'adapterType',
      },
      {
        name: 'config',
        value: 'json',
        says: "The adapter's configuration; - reads standard input",
        field: 'adapterConfig',
      },
      {
        name: 'budget-cents',
        value: 'cents',
        says: 'The most that it spends in a month',
        field: 'budgetMonthlyCents',
      },
      idempotencyKey,
    ],
    call: {
      operation: 'hireAgent',
      form: { sentence: '{agent.name} is {agent.status}: {agent.id}' },
    },
    example: 'agent hire Ada --adapter remote --title Engineer',
  },
  {
    path: 'agent pause',
    says: 'Start no more runs of an agent',
    args: [agent],
    flags: [idempotencyKey],
    call: { operation: 'pauseAgent', form: IS },
  },
  {
    path: 'agent resume',
    says: 'Let a paused agent work',
    args: [agent],
    flags: [idempotencyKey],
    call: { operation: 'resumeAgent', form: IS },
  },
  {
    path: 'agent wake',
    says: 'Start a run of an agent',
    args: [agent],
    flags: [{ name: 'reason', value: 'text', says: 'What the agent is told' }, idempotencyKey],
    call: {
      operation: 'wakeAgent',
      form: { sentence: 'Run {id}: {status}. {reason}' },
    },
  },
  {
    path: 'agent check',
    says: 'Check an agent where it would be started',
    details: 'Ends with 7 where a finding stands in the way of a run.',
    args: [agent],
    does: 'check-agent',
  },
  {
    path: 'agent why',
    says: 'Why an agent was or was not woken',
    details: 'One of the flags says by what. `muster doctor AGENT` looks at the latest itself.',
    args: [agent],
    flags: [
      {
        name: 'issue',
        value: 'issue',
        says: 'By this issue',
        field: 'issueId',
        is: 'issue',
      },
      { name: 'approval', value: 'approval', says: 'By this approval', field: 'approvalId' },
      { name: 'comment', value: 'comment', says: 'By this comment', field: 'commentId' },
    ],
    call: {
      operation: 'explainWake',
      form: {
        lines: ['woken:yes', 'reason', 'waits until=heldUntil:moment'],
        texts: ['explanation'],
      },
    },
  },
  {
    path: 'run list',
    says: 'Runs, newest first',
    flags: [
      { name: 'agent', value: 'agent', says: 'Only its', field: 'agentId', is: 'agent' },
      { name: 'issue', value: 'issue', says: 'Only for this', field: 'issueId', is: 'issue' },
      { name: 'status', value: 'status', says: 'Only these', isList: true },
      limit,
    ],
    call: {
      operation: 'listRuns',
      form: {
        columns: [
          'id',
          'agent=agentId:agent',
          'status',
          'began=startedAt:moment',
          'source',
          'why=errorCode',
        ],
      },
    },
  },
  {
    path: 'run show',
    says: 'One run: what it was for, and how it ended',
    args: [run],
    call: {
      operation: 'getRun',
      form: {
        lines: [
          'id',
          'agent=agentId:agent',
          'status',
          'source',
          'reason',
          'issue=issueId',
          'began=startedAt:moment',
          'ended=finishedAt:moment',
          'spent=usage.costCents:cents',
          'error code=errorCode',
        ],
        texts: ['error', 'resultSummary'],
      },
    },
  },
  {
    path: 'run cancel',
    says: 'End a run',
    args: [run],
    flags: [idempotencyKey],
    call: { operation: 'cancelRun', form: { sentence: 'The run is {status}.' } },
  },
  {
    path: 'run wait',
    says: 'Wait until a run has ended',
    details: 'Ends with 7 where the run has not succeeded.',
    args: [run],
    does: 'wait-for-run',
  },
  {
    path: 'logs',
    says: 'The output of a run; of a coding agent as sentences',
    args: [run],
    flags: [
      { ...follow, says: 'Go on until the run has ended' },
      { name: 'raw', says: 'As the program has printed it; for a file or a pipe only' },
    ],
    does: 'logs',
    example: 'logs -f 0197f0a2-6d4b-7c3e-9a51-3f2b8c1d4e5f',
  },
  {
    path: 'work',
    says: 'Make this machine a remote agent: take its wake-ups, and start a command for each run',
    details:
      'The credential is the key of an agent with the adapter `remote` (`muster agent key`). The command gets the variables of the run, with the token of the run and not the key; nothing that the service says changes the command. It is isolated as a runner isolates here, in a home of its own. Ctrl-C waits for the run in progress; the second one ends it.',
    args: [{ name: 'command', says: 'The program and its arguments, after --', isRest: true }],
    flags: [
      {
        name: 'output',
        value: 'program',
        says: 'Read usage and the end of a run from the output of claude_code, codex, opencode or gemini_cli',
      },
      {
        name: 'prompt',
        value: 'file',
        says: 'What the command reads from standard input, with {{taskId}} and the like',
      },
      { name: 'folder', value: 'folder', says: 'Where it works; without it a folder in its home' },
      {
        name: 'isolation',
        value: 'kind',
        says: 'user, sandbox or none; without it the strongest that works here',
      },
      {
        name: 'home',
        value: 'folder',
        says: 'Where the home of the agent is; without it below ~/.local/share, as root below /var/lib',
      },
      { name: 'timeout', value: 'seconds', says: 'The longest run (3600)' },
      { name: 'runs', value: 'number', says: 'End after so many' },
    ],
    does: 'work',
    example: 'work --output codex -- codex exec --json --skip-git-repo-check -',
  },
];
