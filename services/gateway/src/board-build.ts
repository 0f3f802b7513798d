/**
 * Builds of the board in a folder, as `board/build.ts` leaves them: each below its own name, and whole. The
 * newest is read into memory; a request looks names up there, and joins no path.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { BoardAsset, BoardFiles, CurrentBoard } from './board-files.ts';

/** How often a request has the folder looked at: a newer build is served so long after it is whole. */
const LOOKED_AT_MS = 1_000;
/** Longer than a start takes to build the board into an empty folder. */
const BUILT_WITHIN_MS = 120_000;
/** A build that is not whole yet begins with a dot. */
const BUILD_NAME = /^[0-9a-f]{8,64}$/;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export interface BoardOptions {
  /** Called once each time that the folder has had no whole build for long. */
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
}

/** The newest build below the folder. Looking does not wait: what comes is served from the next request on. */
export function boardIn(
  folder: string,
  { failed, now = () => performance.now() }: BoardOptions,
): CurrentBoard {
  let board: BoardFiles | undefined;
  let newestBefore: BoardFiles | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let failingSince: number | undefined = now();
  let isReported = false;
  const look = async (): Promise<void> => {
    const name = await newestBuild(folder);
    if (name === board?.build) return;
    const newest = await readBuild(join(folder, name), name);
    board = { ...newest, asset: withAssetsOf(newest, newestBefore) };
    newestBefore = newest;
  };
  const found = (): void => {
    failingSince = undefined;
    isReported = false;
  };
  const lookAgain = (): void => {
    const at = now();
    if (at - lookedAt < LOOKED_AT_MS) return;
    lookedAt = at;
    // A folder that is gone, or half of one that is being removed, leaves what is served.
    look().then(found, (error: unknown) => {
      failingSince ??= at;
      if (isReported || at - failingSince < BUILT_WITHIN_MS) return;
      isReported = true;
      failed(error);
    });
  };
  lookAgain();
  return () => {
    lookAgain();
    return board;
  };
}

/** A page that was loaded a moment ago still asks for the files of the build before. */
const withAssetsOf =
  (newest: BoardFiles, before: BoardFiles | undefined): BoardFiles['asset'] =>
  (name, acceptEncoding) =>
    newest.asset(name, acceptEncoding) ?? before?.asset(name, acceptEncoding);

async function newestBuild(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => BUILD_NAME.test(name));
  const times = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const [newest] = times.toSorted((one, other) => other.at - one.at);
  if (!newest) throw new Error('the folder has no build');
  return newest.name;
}

/** All files of a build. */
export async function readBuild(folder: string, build: string): Promise<BoardFiles> {
  const [html, about, names] = await Promise.all([
    readFile(join(folder, 'index.html')),
    readFile(join(folder, 'build.json'), 'utf8'),
    readdir(join(folder, 'assets')),
  ]);
  const { pages } = JSON.parse(about) as { pages: string[] };
  const patterns = pages.map((pattern) => new RegExp(pattern));
  const page = { bytes: html, etag: `"${createHash('sha256').update(html).digest('base64url')}"` };
  const files = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, 'assets', name))] as const),
    ),
  );
  return {
    build,
    page: (path) => (patterns.some((pattern) => pattern.test(path)) ? page : undefined),
    asset: (name, acceptEncoding) => assetOf(files, name, acceptEncoding),
  };
}

function assetOf(
  files: ReadonlyMap<string, Buffer>,
  name: string,
  acceptEncoding: string,
): BoardAsset | undefined {
  const plain = files.get(name);
  const type = types[extname(name)];
  if (!plain || type === undefined) return undefined;
  const accepted = acceptEncoding.split(',').map((each) => each.trim());
  for (const [encoding, suffix] of encodings) {
    const bytes = files.get(`${name}${suffix}`);
    if (bytes && accepts(accepted, encoding)) return { bytes, type, encoding };
  }
  return { bytes: plain, type, encoding: undefined };
}

const accepts = (accepted: readonly string[], encoding: string): boolean =>
  accepted.some((each) => {
    const [name = '', quality = ''] = each.split(';').map((part) => part.trim());
    return name === encoding && !/^q=0(?:\.0*)?$/.test(quality);
  });
