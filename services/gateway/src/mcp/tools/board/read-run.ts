import { Id, type RunReceipt } from '@muster/contracts';
import { z } from 'zod';
import { minuteOf } from '../../domain/author.ts';
import { cut, fit } from '../../domain/fit.ts';
import { reads, tool } from '../../tool.ts';

const MAX_BYTES = 4_000;
/** Codes of refusals, the most frequent ones. */
const REFUSED_MAX = 5;
/** The newest commits of a run; a model reads `commitCount` of all. */
const COMMITS_MAX = 5;
/** As git shortens them. */
const SHA_CHARS = 10;

export const readRun = tool({
  name: 'read_run',
  description:
    'What a run has claimed, changed, committed, said, asked for, spent and was refused, and how it ended.',
  input: z.strictObject({ run: Id.describe('id') }),
  hints: reads,
  async run({ run: runId }, { perform }) {
    const { answer: receipt } = await perform('getRunReceipt', { runId });
    const items = actionsOf(receipt);
    return fit({
      maxBytes: MAX_BYTES,
      items,
      keep: 'first',
      build: (shown, textMax) => ({
        ...showRun(receipt, textMax),
        did: shown.map(({ text, ...action }) => ({ ...action, said: cut(text, textMax) })),
        more: shown.length < items.length ? { notShown: items.length - shown.length } : undefined,
        unavailable: receipt.unavailable,
      }),
    });
  },
});

const showRun = ({ run, cost, refusals }: RunReceipt, textMax: number) => ({
  run: run.id,
  agent: run.agentId,
  status: run.status,
  errorCode: run.errorCode,
  warnings: run.warnings,
  work: run.work
    ? {
        ...run.work,
        commits: run.work.commits
          .slice(0, COMMITS_MAX)
          .map(({ sha, subject }) => `${sha.slice(0, SHA_CHARS)} ${subject}`),
      }
    : undefined,
  started: minuteOf(run.startedAt),
  finished: minuteOf(run.finishedAt),
  costCents: cost?.costCents,
  refused: refusals.count > 0 ? refusals.byCode.slice(0, REFUSED_MAX) : undefined,
  said: { result: cut(run.resultSummary, textMax), error: cut(run.error, textMax) },
});

/** What it did, by kind. */
function actionsOf({ issues, approvals }: RunReceipt) {
  const on = (what: string, entries: readonly { identifier: string; title: string }[] = []) =>
    entries.map(({ identifier, title }) => ({ what, issue: identifier, text: title }));
  return [
    ...on('claimed', issues?.checkedOut.items),
    ...(issues?.changed.items ?? []).map(({ identifier, title, fields, status }) => ({
      what: 'changed',
      issue: identifier,
      fields,
      status: status ? `${status.from} to ${status.to}` : undefined,
      text: title,
    })),
    ...(issues?.comments.items ?? []).map(({ identifier, excerpt }) => ({
      what: 'commented',
      issue: identifier,
      text: excerpt,
    })),
    ...on('created', issues?.created.items),
    ...on('released', issues?.released.items),
    ...(approvals?.items ?? []).map(({ approvalId, type }) => ({
      what: 'asked',
      approval: approvalId,
      type,
      text: undefined,
    })),
  ];
}
