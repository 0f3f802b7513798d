/** Downloads. Nothing that is sent here runs or is shown as a page, whatever its author calls it. */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { FILE_ADDRESS_SECONDS, issues, Refusal, type IssueFile } from '@muster/contracts';
import { asAnonymous } from '../../upstream/anonymous-caller.ts';
import type { CallContext, ComposedCall } from '../../upstream/composed-call.ts';
import type { Outcome } from '../../upstream/outcome.ts';
import { readAs } from '../../upstream/read-as.ts';
import { encodeHash, hashSecret } from '../../upstream/secret-hash.ts';
import { attachmentOf } from './attachment.ts';
import { collectWhile } from './collect-while.ts';
import { takeTransfer, type FileContext } from './file-context.ts';
import { rangeOf } from './range.ts';

/** A client that reads nothing for so long has gone away. */
const SILENCE_MS = 60_000;
const TYPE = 'application/octet-stream';
const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

export const downloadFile =
  (context: FileContext): ComposedCall =>
  async ({ fileId, range }, call) => {
    context.store();
    const file = await readAs(context.rpc, call)(issues, 'getFile', { fileId });
    return sending(context, file, range as string | undefined, call);
  };

export const openFileAddress =
  (context: FileContext): ComposedCall =>
  async ({ token, range }, call) => {
    context.store();
    const key = context.addresses.read(String(token), Date.now() / 1_000);
    if (!key) throw new Refusal('file_not_found');
    const anonymous = asAnonymous(call, encodeHash(hashSecret(String(token))));
    const file = await readAs(context.rpc, anonymous)(issues, 'findFile', key);
    return sending(context, file, range as string | undefined, call);
  };

export const createFileAddress =
  (context: FileContext): ComposedCall =>
  async ({ fileId }, call) => {
    const store = context.store();
    const { companyId, id, name, redacted } = await readAs(context.rpc, call)(issues, 'getFile', {
      fileId,
    });
    if (redacted) throw withoutBytes();
    const key = { companyId, fileId: id };
    const expires = Math.floor(Date.now() / 1_000) + FILE_ADDRESS_SECONDS;
    const as = { type: TYPE, disposition: attachmentOf(name) };
    const own = (): string =>
      `${call.baseUrl()}/api/file-contents/${context.addresses.sign(key, expires)}`;
    const url = (await store.sign?.(key, as, FILE_ADDRESS_SECONDS)) ?? own();
    const expiresAt = new Date(expires * 1_000).toISOString();
    return { body: JSON.stringify({ url, expiresAt }) };
  };

const withoutBytes = (): Refusal =>
  new Refusal('file_not_found', { redacted: true }, 'its bytes were taken away for good');

async function sending(
  context: FileContext,
  { id, companyId, name, bytes, redacted }: IssueFile,
  header: string | undefined,
  { client }: CallContext,
): Promise<Outcome> {
  if (redacted) throw withoutBytes();
  const range = rangeOf(header, bytes);
  const length = range ? range.last - range.first + 1 : bytes;
  const headers = {
    'content-type': TYPE,
    'content-length': String(length),
    'content-disposition': attachmentOf(name),
    'content-security-policy': POLICY,
    'accept-ranges': 'bytes',
    ...(range ? { 'content-range': `bytes ${range.first}-${range.last}/${bytes}` } : {}),
  };
  const answer = { body: '""', headers, ...(range ? { status: 206 } : {}) };
  if (client.method === 'HEAD') return { ...answer, live: async (raw) => void raw.end() };
  const release = takeTransfer(context, companyId);
  try {
    const content = await context.store().get({ companyId, fileId: id }, range);
    const live = async (raw: ServerResponse): Promise<void> => {
      raw.setTimeout(SILENCE_MS, () => raw.destroy());
      await pipeline(collectWhile(content), raw)
        .catch((error: unknown) => {
          // Who goes away has enough of it.
          if (!client.disconnected().aborted) throw error;
        })
        .finally(release);
    };
    return { ...answer, live };
  } catch (error) {
    release();
    throw context.refused(error);
  }
}
