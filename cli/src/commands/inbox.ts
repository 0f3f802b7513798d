/** `muster inbox`: what waits for a person, each with the command that goes on. */
import type { Output } from '@muster/client';
import { openConnection, type Connection } from '../profile/connection.ts';
import { companyOf } from '../profile/company.ts';
import type { Given } from '../table/command.ts';
import { isForPeople, note, printLine, showAnswer } from '../terminal/answer.ts';
import { inOneLine } from '../terminal/words.ts';

type Inbox = Output<'getBoardInbox'>;

export interface Waiting {
  readonly id: string;
  readonly kind: string;
  readonly what: string;
  /** The command that goes on. */
  readonly next: string;
}

export async function run({ globals }: Given): Promise<void> {
  const connection = openConnection(globals);
  const inbox = await read(connection);
  if (globals.json) return showAnswer(inbox, { columns: [] }, globals, new Map());
  const rows = waitingIn(inbox);
  if (!isForPeople(globals)) return showAnswer(rows, { columns: [] }, globals, new Map());
  for (const { kind, what, next } of rows)
    printLine(`${kind}: ${inOneLine(what)}\n    muster ${next}`);
  if (rows.length === 0) note('Nothing waits for you.');
  if (inbox.unavailable?.length) note(`Not known at the moment: ${inbox.unavailable.join(', ')}.`);
}

const read = async (connection: Connection): Promise<Inbox> => {
  const { muster, company } = connection;
  return company === undefined
    ? muster.getBoardInbox()
    : muster.getCompanyInbox({ companyId: await companyOf(connection) });
};

/** In the order in which a person acts: what others wait for comes first. */
export const waitingIn = (inbox: Inbox): Waiting[] => [
  ...(inbox.questions ?? []).map(ofQuestion),
  ...inbox.approvals.map(ofApproval),
  ...inbox.issues.map(ofIssue),
  ...(inbox.overdue ?? []).map(({ id, identifier, title }) => ({
    id,
    kind: 'overdue',
    what: `${identifier} ${title}`,
    next: `issue show ${identifier}`,
  })),
  ...inbox.agents.map(({ id, name, pauseReason }) => ({
    id,
    kind: 'stopped agent',
    what: `${name} (${pauseReason ?? 'error'})`,
    next: `doctor ${id}`,
  })),
  ...inbox.joinRequests.map(({ id, companyId, agentName }) => ({
    id,
    kind: 'join request',
    what: agentName,
    next: `api approveJoinRequest companyId=${companyId} joinRequestId=${id}`,
  })),
  ...(inbox.routines ?? []).map(({ id, name }) => ({
    id,
    kind: 'routine',
    what: name,
    next: `api getRoutine routineId=${id}`,
  })),
  ...inbox.webhooks.map(({ id, companyId, url }) => ({
    id,
    kind: 'webhook',
    what: url,
    next: `api getWebhook companyId=${companyId} webhookId=${id}`,
  })),
];

function ofQuestion(question: NonNullable<Inbox['questions']>[number]): Waiting {
  const { id, identifier, kind, askedByName, text, options } = question;
  const answers = { text: 'WORDS', confirm: 'yes|no', choice: 'OPTION', several: 'OPTION…' };
  const choices = options.length === 0 ? '' : ` (${options.join(' | ')})`;
  return {
    id,
    kind: 'question',
    what: `${askedByName} about ${identifier}: ${text}${choices}`,
    next: `inbox answer ${id} ${answers[kind]}`,
  };
}

const ofApproval = ({
  id,
  type,
  requestedByName,
  aboutAgentName,
}: Inbox['approvals'][number]): Waiting => ({
  id,
  kind: 'approval',
  what: [
    type,
    aboutAgentName && `of ${aboutAgentName}`,
    requestedByName && `for ${requestedByName}`,
  ]
    .filter(Boolean)
    .join(' '),
  next: `inbox approve ${id}`,
});

const NEXT: Readonly<Record<string, (issue: string) => string>> = {
  in_review: (issue) => `inbox review ${issue} accept|return`,
  stuck: (issue) => `issue show ${issue}`,
  assigned: (issue) => `issue show ${issue}`,
};

const ofIssue = ({ id, identifier, title, reason }: Inbox['issues'][number]): Waiting => ({
  id,
  kind: reason.replaceAll('_', ' '),
  what: `${identifier} ${title}`,
  next: (NEXT[reason] ?? ((issue: string) => `issue show ${issue}`))(identifier),
});
