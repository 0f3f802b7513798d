/**
 * What a clone asks of a git server by https: its refs, and one commit with its files. The runner asks
 * itself, by the client that checks addresses, so no git connects anywhere and no program of an agent
 * sees the credential.
 */
import type { Download, Egress } from '@muster/egress';
import { FLUSH, line, ProtocolError, readLines } from './pkt-line.ts';

/** The refs of a repository with a few hundred thousand of them. */
const REFS_MAX_BYTES = 33_554_432;
/** More than the files of one commit of most repositories, packed. */
export const PACK_MAX_BYTES = 536_870_912;
const SHA = /^[0-9a-f]{40}$/;

export interface Repository {
  /** https, without credentials. */
  readonly url: string;
  /** The whole header. */
  readonly authorization?: string | undefined;
}

/** The server refuses the credential, or says that there is no such repository without one. */
export class Unauthorized extends Error {}
export class RefUnknown extends Error {}
export class TooLarge extends Error {}

export interface Advertised {
  readonly commit: string;
  /** Without `refs/heads/`; empty where the ref is none. */
  readonly branch: string;
  readonly abilities: readonly string[];
}

interface Asking {
  readonly egress: Egress;
  readonly signal: AbortSignal;
}

/** @param ref a branch, a tag or a commit; null is the default branch */
export async function findCommit(
  { egress, signal }: Asking,
  repository: Repository,
  ref: string | null,
): Promise<Advertised> {
  const url = `${baseOf(repository)}/info/refs?service=git-upload-pack`;
  const answer = await egress.download({ url, headers: headersOf(repository), signal });
  requireAnswer(answer, 'advertisement');
  const refs = new Map<string, string>();
  let abilities: string[] = [];
  for await (const each of readLines(bounded(answer.body, REFS_MAX_BYTES))) {
    const [text = '', more] = each?.toString().split('\0') ?? [];
    const [sha = '', name = ''] = text.trim().split(' ');
    if (more !== undefined) abilities = more.trim().split(' ');
    if (SHA.test(sha) && name !== '') refs.set(name, sha);
  }
  return { ...chosen(refs, abilities, ref), abilities };
}

function chosen(
  refs: ReadonlyMap<string, string>,
  abilities: readonly string[],
  ref: string | null,
): Pick<Advertised, 'commit' | 'branch'> {
  const HEAD = 'HEAD:refs/heads/';
  const named = abilities.find((each) => each.startsWith(`symref=${HEAD}`));
  const wanted = ref?.replace(/^refs\/heads\//, '') ?? named?.slice(`symref=${HEAD}`.length) ?? '';
  const ofBranch = refs.get(`refs/heads/${wanted}`);
  if (ofBranch !== undefined) return { commit: ofBranch, branch: wanted };
  const tag = wanted.replace(/^refs\/tags\//, '');
  const commit = ref === null ? refs.get('HEAD') : refs.get(`refs/tags/${tag}`);
  if (commit !== undefined) return { commit, branch: '' };
  if (SHA.test(wanted)) return { commit: wanted, branch: '' };
  throw new RefUnknown();
}

export interface Pack {
  /** Commits whose parents are not in the pack. */
  readonly shallow: readonly string[];
  readonly bytes: AsyncGenerator<Uint8Array, void>;
}

/** One commit without its history, and without the files of commits that are there already. */
export async function fetchPack(
  { egress, signal }: Asking,
  repository: Repository,
  { commit, abilities }: Advertised,
  known: readonly string[],
): Promise<Pack> {
  const asked = ['multi_ack_detailed', 'side-band-64k', 'shallow', 'ofs-delta', 'no-progress'];
  const common = asked.filter((each) => abilities.includes(each));
  if (!common.includes('shallow') || !common.includes('side-band-64k')) {
    throw new ProtocolError('The server is too old: it makes no shallow clones');
  }
  const body = [
    line(`want ${commit} ${common.join(' ')}\n`),
    ...known.map((each) => line(`shallow ${each}\n`)),
    line('deepen 1\n'),
    FLUSH,
    ...known.map((each) => line(`have ${each}\n`)),
    line('done\n'),
  ].join('');
  const answer = await egress.download({
    method: 'POST',
    url: `${baseOf(repository)}/git-upload-pack`,
    headers: {
      ...headersOf(repository),
      'content-type': 'application/x-git-upload-pack-request',
    },
    body: Buffer.from(body),
    signal,
  });
  requireAnswer(answer, 'result');
  const lines = readLines(bounded(answer.body, PACK_MAX_BYTES));
  const shallow: string[] = [];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new ProtocolError('The server sends no pack');
    if (value === null) continue;
    if (isOfBand(value)) return { shallow, bytes: packOf(value, lines) };
    const [word = '', sha = ''] = value.toString().trim().split(' ');
    if (word === 'shallow' && SHA.test(sha)) shallow.push(sha);
    if (word === 'ERR') throw new RefUnknown();
  }
}

const PACK_BAND = 1;
const ERROR_BAND = 3;

const isOfBand = ([first = 0]: Buffer): boolean => first >= PACK_BAND && first <= ERROR_BAND;

async function* packOf(
  first: Buffer,
  others: AsyncGenerator<Buffer | null, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    for (let next: Buffer | null | void = first; next !== undefined;) {
      if (next?.[0] === PACK_BAND) yield next.subarray(1);
      if (next?.[0] === ERROR_BAND) throw new ProtocolError('The server gave up');
      next = (await others.next()).value;
    }
  } finally {
    await others.return();
  }
}

const baseOf = ({ url }: Repository): string => url.replace(/\/+$/, '');

const headersOf = ({ authorization }: Repository): Record<string, string> => ({
  'user-agent': 'git/2 muster',
  ...(authorization === undefined ? {} : { authorization }),
});

/** Redirects are not followed: they could lead a credential elsewhere. */
function requireAnswer({ status, headers }: Download, what: 'advertisement' | 'result'): void {
  if (status === 401 || status === 403 || status === 404) throw new Unauthorized();
  if (status >= 300 && status < 400) {
    throw new ProtocolError('The address leads to another one: name that one');
  }
  if (status !== 200) throw new ProtocolError(`The server answers with ${status}`);
  if (headers['content-type'] !== `application/x-git-upload-pack-${what}`) {
    throw new ProtocolError('What answers there is no git server');
  }
}

async function* bounded(
  pieces: AsyncGenerator<Uint8Array, void>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new TooLarge();
    yield piece;
  }
}
