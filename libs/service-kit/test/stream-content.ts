/** What the stream has of a company's log. */
import { jetstreamManager } from '@nats-io/jetstream';
import type { Runtime } from '@muster/service-kit';
import { parseMessageId } from '../src/nats/message-id.ts';

/** Numbers in the order in which the stream got them; none if there is no stream. */
export async function publishedSeqs(
  { nats, subjects, name }: Runtime,
  companyId: string,
): Promise<number[]> {
  const { streams } = await jetstreamManager(nats, { checkAPI: false });
  const { state } = await streams.info(subjects.stream);
  const seqs: number[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const message = await streams.getMessage(subjects.stream, { seq }).catch(() => null);
    const position = parseMessageId(message?.header.get('Nats-Msg-Id'));
    if (position?.producer === name && position.companyId === companyId) seqs.push(position.seq);
  }
  return seqs;
}

export async function deleteStream({ nats, subjects }: Runtime): Promise<void> {
  const { streams } = await jetstreamManager(nats, { checkAPI: false });
  await streams.delete(subjects.stream);
}
