/**
 * Ends waits whose time or deadline has come by the clock of the database. Every replica sweeps; a wait is
 * ended by an update of open ones only, so it ends and is told once, however late a sweep comes.
 */
import type { issues } from '@muster/contracts';
import {
  openRotation,
  type Context,
  type Handlers,
  type Rotation,
  type Runtime,
} from '@muster/service-kit';
import { emitWaitEnded, emitWaitsEnded } from '../changes/waits.ts';
import { statusAtDeadline } from '../domain/waits/new-wait.ts';
import { lockIssueForDecision } from '../store/issues-for-decisions.ts';
import { lockLinksOfBlocker } from '../store/link-lock.ts';
import { type DueWait, endDueWaits, listDueWaits } from '../store/waits/ended-waits.ts';

type SweepContext = Context<typeof issues>;
type UpdateIssue = Handlers<typeof issues>['updateIssue'];

/** Waits of one statement, and of one transaction; a pass goes through all that are due. */
const WAITS_PER_PAGE = 200;

export const endingWaits = (runtime: Runtime, updateIssue: UpdateIssue): Rotation =>
  openRotation<DueWait>({
    name: 'waits that are due',
    log: runtime.log,
    limit: WAITS_PER_PAGE,
    list: (after, limit) => listDueWaits(runtime.db, after, limit),
    work: (due, eachCompany) =>
      eachCompany(due, async (companyId, own) => {
        const moving = own.filter(({ isLate, onDeadline }) => isLate && onDeadline !== 'wake');
        const waking = own.filter((wait) => !moving.includes(wait)).map(({ id }) => id);
        if (waking.length > 0) {
          await writeOf(runtime, async (context) => {
            const ended = await endDueWaits(context.db, companyId, waking);
            await emitWaitsEnded(context, companyId, ended);
          });
        }
        for (const wait of moving) {
          // oxlint-disable-next-line no-await-in-loop -- each is a transaction that locks an issue
          await writeOf(runtime, (context) => endAtDeadline(wait, context, updateIssue));
        }
      }),
  });

const writeOf = (
  { write }: Pick<Runtime, 'write'>,
  work: (context: SweepContext) => Promise<void>,
): Promise<void> => write((context) => work(context as unknown as SweepContext));

/**
 * Moves the issue as an update does, by the system, as far as whoever made the wait may still do so. The
 * locks are those of an update, in its order; the wait is the last one.
 */
async function endAtDeadline(
  { id, companyId, issueId, byAgentId, onDeadline }: DueWait,
  context: SweepContext,
  updateIssue: UpdateIssue,
): Promise<void> {
  const { db, scope, emit } = context;
  if (onDeadline === 'cancel') await lockLinksOfBlocker(db, scope, issueId);
  const { issue, facts } = await lockIssueForDecision(db, scope, issueId, byAgentId);
  const [wait] = await endDueWaits(db, companyId, [id]);
  if (!wait) return;
  const status = statusAtDeadline(issue, facts, onDeadline);
  emitWaitEnded(wait, issue, emit, status !== undefined);
  if (status) await updateIssue({ issueId, status }, context);
}
