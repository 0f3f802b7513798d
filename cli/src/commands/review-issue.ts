/** `muster inbox review`: the verdict on work in review. */
import { Ended } from '../exit-code.ts';
import { openConnection } from '../profile/connection.ts';
import type { Given } from '../table/command.ts';
import { showAnswer } from '../terminal/answer.ts';
import { readStandardInput } from '../terminal/ask.ts';

/** The status to which each verdict brings the issue. */
const VERDICTS = { accept: 'done', return: 'in_progress' } as const;

const isVerdict = (text: string): text is keyof typeof VERDICTS => Object.hasOwn(VERDICTS, text);

export async function run({
  args: [issueId = '', verdict = ''],
  flags,
  globals,
}: Given): Promise<void> {
  if (!isVerdict(verdict))
    throw new Ended('usage', `A verdict is accept or return, not "${verdict}"`);
  const given = typeof flags['comment'] === 'string' ? flags['comment'] : undefined;
  const comment = given === '-' ? (await readStandardInput()).trim() : given;
  if (verdict === 'return' && !comment) {
    throw new Ended('usage', 'Work is given back with a reason', '--comment TEXT');
  }
  const { muster } = openConnection(globals);
  const { status: before } = await muster.getIssue({ issueId });
  if (before !== 'in_review') {
    throw new Ended(
      'refused',
      `${issueId} is ${before}: nothing is in review`,
      '`muster inbox` has what is',
    );
  }
  const issue = await muster.updateIssue({
    issueId,
    status: VERDICTS[verdict],
    ...(comment ? { comment } : {}),
  });
  showAnswer(issue, { sentence: '{identifier} is {status}: {title}' }, globals, new Map());
}
