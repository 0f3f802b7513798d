/** `muster events`: what happens in the company, as sentences. */
import type { FeedEvent } from '@muster/client';
import { isBookkeeping, sentenceOfEvent, subjectOf } from '../../../board/src/domain/events.ts';
import { callOperation, LIMIT } from '../calls/call-operation.ts';
import { endOfProgram } from '../calls/end-of-program.ts';
import { Ended } from '../exit-code.ts';
import { companyOf } from '../profile/company.ts';
import { openConnection } from '../profile/connection.ts';
import type { Given, Globals } from '../table/command.ts';
import { isForPeople, note, printLine } from '../terminal/answer.ts';
import { formatted } from '../terminal/format.ts';
import { inOneLine, jsonOf } from '../terminal/words.ts';

type Event = Extract<FeedEvent, { readonly action: string }>;

export async function run({ flags, globals }: Given): Promise<void> {
  const connection = openConnection(globals);
  const { muster } = connection;
  const companyId = await companyOf(connection);
  const types = Array.isArray(flags['type']) ? flags['type'] : undefined;
  const show = (event: Event): void => showEvent(event, globals, types !== undefined);
  if (flags['follow'] !== true) {
    const limit = flags['limit'] === undefined ? LIMIT : Number(flags['limit']);
    if (!Number.isInteger(limit) || limit < 0) throw new Ended('usage', '--limit is a number');
    const filter = types ? { actions: types } : {};
    const newest = await callOperation(
      muster,
      'listCompanyActivity',
      { companyId, ...filter },
      { limit },
    );
    const events = newest as readonly Event[];
    if (globals.json) return printLine(jsonOf(events, 2));
    return events.toReversed().forEach(show);
  }
  const after = typeof flags['after'] === 'string' ? { after: flags['after'] } : {};
  const events = muster.followCompany(
    { companyId, ...after, ...(types ? { types } : {}) },
    { signal: endOfProgram() },
  );
  for await (const event of events) if ('action' in event) show(event);
  if (isForPeople(globals) && events.cursor !== undefined)
    note(`Go on with --after ${events.cursor}`);
}

function showEvent(event: Event, globals: Globals, isWhole: boolean): void {
  if (globals.quiet) return printLine(event.id);
  if (!isForPeople(globals)) return printLine(jsonOf(event));
  // What services note of each run is left out unless it is asked for.
  if (!isWhole && isBookkeeping(event)) return;
  const { actorType, actorName, createdAt } = event;
  const who = actorType === 'system' ? 'The system' : actorName;
  const at = formatted(createdAt, 'moment', new Map());
  printLine(inOneLine(`${at}  ${who} ${sentenceOfEvent(event)} ${subjectOf(event)}`));
}
