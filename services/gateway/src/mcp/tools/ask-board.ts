import {
  agents,
  ApprovalType,
  Cents,
  Id,
  JsonObject,
  NonEmptyText,
  type Call,
} from '@muster/contracts';
import { parseInput } from '../../http/hints/describe-field.ts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { companyOf } from '../company-of.ts';
import { inRightForm } from '../domain/right-form.ts';
import { makeOnce } from '../make-once.ts';
import { issue, issueIdOf } from '../references.ts';
import { adds, tool, type ToolCall } from '../tool.ts';

const TITLE_MAX = 200;

const input = z.strictObject({
  type: ApprovalType,
  title: z.string().min(1).max(TITLE_MAX),
  reason: NonEmptyText,
  issue: issue.optional().describe('the issue that waits for it'),
  details: JsonObject.optional().describe(
    'hire_agent: fields of a hire (muster://hiring). change_agent: agentId, patch. ' +
      'budget_override_required: amountCents. approve_ceo_strategy: plan.',
  ),
});
type Asked = z.output<typeof input>;

/** What the details of a type hold; a plan is the agent's own. */
const detailsOf: Readonly<Partial<Record<Asked['type'], z.ZodType>>> = {
  hire_agent: agents.operations.hireAgent.input,
  change_agent: z.object({ agentId: Id, patch: agents.operations.updateAgent.input }),
  budget_override_required: z.object({ amountCents: Cents }),
};

function withDetailsInForm(asked: Asked): Asked {
  const wanted = detailsOf[asked.type];
  if (!wanted || !asked.details) return asked;
  const details = inRightForm(wanted, asked.details) as NonNullable<Asked['details']>;
  return { ...asked, details: asked.type === 'hire_agent' ? withoutNulls(details) : details };
}

/** In a hire, null says what a field that is left out says. */
const withoutNulls = (details: NonNullable<Asked['details']>): Asked['details'] =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));

export const askBoard = tool({
  name: 'ask_board',
  description: 'Ask the board for a decision, a hire, money or a change. The answer wakes you.',
  input,
  hints: adds,
  complete: withDetailsInForm,
  async run(asked, call) {
    const companyId = await companyOf(call);
    const issueId = asked.issue === undefined ? undefined : await issueIdOf(asked.issue, call);
    return asked.type === 'hire_agent'
      ? hire(asked, { companyId, issueId }, call)
      : ask(asked, { companyId, issueId }, call);
  },
});

interface Where {
  readonly companyId: string;
  readonly issueId: string | undefined;
}

async function ask(
  { type, title, reason, details }: Asked,
  { companyId, issueId }: Where,
  call: ToolCall,
): Promise<string> {
  const isChange = type === 'change_agent';
  const request = {
    companyId,
    type,
    payload: isChange ? { ...details } : { ...details, title, reason },
    issueIds: issueId === undefined ? [] : [issueId],
  };
  const { answer, replayed } = await makeOnce(call.keyOf('approval'), (options) =>
    call.perform('createApproval', request, options),
  );
  const { id: approval, status, note } = answer;
  // Its payload has no place for them.
  if (isChange) await giveReason(approval, { title, reason }, call);
  return asAnswer({ approval, status, note, repeated: replayed || undefined });
}

async function hire(
  { title, reason, details }: Asked,
  { companyId, issueId }: Where,
  call: ToolCall,
): Promise<string> {
  const request = parseInput(agents.operations.hireAgent, {
    ...details,
    companyId,
    ...(issueId === undefined ? {} : { sourceIssueId: issueId }),
  }) as Call<typeof agents, 'hireAgent'>;
  const { answer, replayed } = await makeOnce(call.keyOf('hire'), (options) =>
    call.perform('hireAgent', request, options),
  );
  const { agent, approval } = answer;
  if (approval) await giveReason(approval.id, { title, reason }, call);
  return asAnswer({
    agent: agent.id,
    agentStatus: agent.status,
    approval: approval?.id,
    status: approval?.status,
    repeated: replayed || undefined,
  });
}

const giveReason = (
  approvalId: string,
  { title, reason }: { readonly title: string; readonly reason: string },
  { perform, keyOf }: ToolCall,
) =>
  makeOnce(keyOf('reason'), (options) =>
    perform('addApprovalComment', { approvalId, body: `${title}\n\n${reason}` }, options),
  );
