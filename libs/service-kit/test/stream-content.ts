/** What the stream has of a company's log. */
import { jetstreamManager } from '@nats-io/jetstream';
import type { Runtime } from '@muster/service-kit';
import { parseMessageId } from '../src/nats/message-id.ts';

/** Its numbers, each as often as the stream has it. */
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
  return seqs.toSorted((a, b) => a - b);
}

export async function deleteStream({ nats, subjects }: Runtime): Promise<void> {
  const { streams } = await jetstreamManager(nats, { checkAPI: false });
  await streams.delete(subjects.stream);
}
