/**
 * An upload. The service admits it and makes the row that a sweep finds if all else ends here; then the
 * bytes go to the store, and then the service is told. Only then is there a file (decision 182).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { issues, Refusal, type Output } from '@muster/contracts';
import type { Stored } from '@muster/file-store';
import { newId } from '@muster/service-kit';
import mime from 'mime/lite';
import { ask } from '../../upstream/ask.ts';
import type { CallContext, ComposedCall } from '../../upstream/composed-call.ts';
import type { Outcome } from '../../upstream/outcome.ts';
import { readAs } from '../../upstream/read-as.ts';
import { takeTransfer, type FileContext } from './file-context.ts';
import { BrokenUpload, receivedBody } from './received-body.ts';

type Fields = Record<string, unknown>;
type Admitted = Output<typeof issues, 'admitFile'>;

export const uploadIssueFile =
  (context: FileContext): ComposedCall =>
  async ({ issueId, sha256, ...said }, call) => {
    const { rpc } = context;
    context.store();
    const given = { ...said, type: said['type'] ?? typeOfName(String(said['name'])) };
    const bytes = call.content?.length ?? lengthOf(call.client.headers);
    const { companyId } = await readAs(rpc, call)(issues, 'getIssue', { issueId });
    const release = takeTransfer(context, companyId);
    try {
      const input = { companyId, issueId, bytes, ...given };
      const asked = { ...call, requestId: newId(), idempotencyKey: undefined };
      const { body } = await ask(rpc, issues, 'admitFile', input, asked);
      const admitted = JSON.parse(body.toString()) as Admitted;
      return await receive(context, admitted, { issueId, sha256, ...given }, bytes, call);
    } finally {
      release();
    }
  };

async function receive(
  context: FileContext,
  key: Admitted,
  given: Fields,
  bytes: number,
  call: CallContext,
): Promise<Outcome> {
  try {
    const stored = await context.store().put(key, bodyOf(call), bytes);
    requireChecksum(given['sha256'], stored);
    const input = { ...given, ...key, sha256: stored.sha256 };
    const outcome = await ask(context.rpc, issues, 'completeFile', input, call);
    // The answer is about the file of the first request with this key.
    if (outcome.replayed) await giveUp(context, key, call);
    return outcome;
  } catch (error) {
    await giveUp(context, key, call);
    if (error instanceof BrokenUpload) throw brokenOff;
    throw context.refused(error);
  }
}

/** Nobody is there to read it. */
const brokenOff = new Refusal('invalid_input', undefined, 'the upload broke off: send it again');

function requireChecksum(given: unknown, { sha256 }: Stored): void {
  if (typeof given === 'string' && given.toLowerCase() !== sha256) {
    throw new Refusal('checksum_mismatch', { sha256 });
  }
}

/**
 * The row first: where the file has become one after all, by an answer that was lost, its bytes stay. What
 * cannot be given up now is left to the sweep.
 */
async function giveUp(
  { rpc, log, store }: FileContext,
  key: Admitted,
  call: CallContext,
): Promise<void> {
  try {
    const asked = { ...call, requestId: newId(), idempotencyKey: undefined };
    const { body } = await ask(rpc, issues, 'dropFile', { ...key }, asked);
    const { dropped } = JSON.parse(body.toString()) as Output<typeof issues, 'dropFile'>;
    if (dropped) await store().delete(key);
  } catch (error) {
    log.warn({ err: error, ...key }, 'what an upload has left waits for the sweep');
  }
}

const bodyOf = ({ content, client }: CallContext): Readable =>
  content ? Readable.from([content]) : receivedBody(client.body());

const typeOfName = (name: string): string => mime.getType(name) ?? 'application/octet-stream';

function lengthOf(headers: IncomingHttpHeaders): number {
  const length = headers['content-length'];
  if (length === undefined || headers['transfer-encoding'] !== undefined) {
    throw new Refusal('length_required');
  }
  return Number(length);
}
