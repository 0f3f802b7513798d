/** Messages of a broken or hostile sender that may publish: bytes that the NATS client cannot parse. */
import {
  newId,
  openLogNotifications,
  PARTITIONS,
  publishLive,
  subscribeLive,
  type Runtime,
} from '@muster/service-kit';
import { boardActor, openStage, until, type Stage } from '@muster/test-kit';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerService, type ledger } from './ledger.ts';

let stage: Stage<typeof ledger>;
let runtime: Runtime;
beforeAll(async () => {
  stage = await openStage(ledgerService);
  ({ runtime } = stage.service);
});
afterAll(() => stage.close());

/** A header's name has no blank. */
const malformed = (): MsgHdrs =>
  Object.assign(headers(), { encode: () => Buffer.from('NATS/1.0\r\nbad key: 1\r\n\r\n') });

/** Answered over the same connection, by the same process. */
const answer = () => stage.as(boardActor()).listEntries({ companyId: newId() });

describe('a message with malformed headers', () => {
  it('is refused as a request without a signature, and the next request is answered', async () => {
    const { nats, subjects, name } = runtime;
    const refusal = await nats.request(subjects.rpc(name, 'listEntries'), '{}', {
      headers: malformed(),
      timeout: 20_000,
    });
    expect(refusal.json()).toMatchObject({ code: 'unauthenticated' });
    expect(await answer()).toEqual([]);
  });

  it('cancels nothing, and the connection hears the next request', async () => {
    const { nats, subjects, name } = runtime;
    nats.publish(subjects.cancel(name), '', { headers: malformed() });
    expect(await answer()).toEqual([]);
  });

  it('announces no event, and the next one is announced', async () => {
    const { nats, subjects, name } = runtime;
    const companyId = newId();
    const heads: number[] = [];
    const notifications = openLogNotifications(runtime);
    notifications.watch(companyId, (_, seq) => void heads.push(seq));
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      nats.publish(subjects.log(name, partition), '[]', { headers: malformed() });
    }
    await stage.as(boardActor()).addEntry({ companyId, amount: 1 });
    expect(await until('the event is announced', () => heads[0])).toBe(1);
    notifications.close();
  });
});

it('drops a live message that is not JSON, and delivers the next one', async () => {
  const { nats, subjects, name: producer } = runtime;
  const topic = { producer, companyId: newId(), name: 'test' };
  const heard: unknown[] = [];
  const stop = subscribeLive(runtime, topic, (message) => void heard.push(message));
  nats.publish(subjects.live(producer, topic.companyId, topic.name), 'not JSON');
  publishLive(runtime, topic, { piece: 1 });
  await until('the next one', () => heard.length > 0 || undefined);
  expect(heard).toEqual([{ piece: 1 }]);
  stop();
});
