import type { EventRecord } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { fromCloudEvent, toCloudEvent } from './cloud-event.ts';
import type { LoggedEvent } from './logged-event.ts';

const event = {
  id: '01930000-0000-7000-8000-000000000001',
  producer: 'issues',
  companyId: '01930000-0000-7000-8000-000000000002',
  seq: 3,
  type: 'issue.checked_out',
  version: 1,
  entityType: 'issue',
  entityId: '01930000-0000-7000-8000-000000000003',
  actorType: 'agent',
  actorId: '01930000-0000-7000-8000-000000000004',
  actorName: 'Ada',
  runId: null,
  requestId: 'r1',
  causedBy: null,
  payload: { issueId: '01930000-0000-7000-8000-000000000003', status: 'in_progress' },
  traceparent: null,
  occurredAt: '2026-11-20T18:12:00.000Z',
} satisfies EventRecord;

const logged: LoggedEvent & { producer: 'issues' } = {
  ...event,
  payload: JSON.stringify(event.payload),
};

/** As the first release wrote it; later code must still read it. */
const golden =
  '{"specversion":"1.0","id":"01930000-0000-7000-8000-000000000001","source":"/muster/issues",' +
  '"type":"issue.checked_out","subject":"01930000-0000-7000-8000-000000000003",' +
  '"time":"2026-11-20T18:12:00.000Z","datacontenttype":"application/json",' +
  '"data":{"issueId":"01930000-0000-7000-8000-000000000003","status":"in_progress"},' +
  '"companyid":"01930000-0000-7000-8000-000000000002","sequence":3,"schemaversion":1,' +
  '"entitytype":"issue","actortype":"agent",' +
  '"actorid":"01930000-0000-7000-8000-000000000004","actorname":"Ada","requestid":"r1"}';

describe('an event on the stream', () => {
  it('is parsed to the event that was written', () => {
    expect(fromCloudEvent(toCloudEvent(logged))).toEqual(event);
  });

  it('is written as the first release wrote it', () => {
    expect(toCloudEvent(logged)).toBe(golden);
  });

  it.each(['', 'null', '{}', '{"specversion":"1.0"}', golden.replace('/muster/issues', '/x')])(
    'is not %s',
    (text) => {
      expect(() => fromCloudEvent(text)).toThrow();
    },
  );

  it('may have attributes that this version does not know', () => {
    expect(fromCloudEvent(golden.replace('{"specversion"', '{"newer":1,"specversion"'))).toEqual(
      event,
    );
  });
});
