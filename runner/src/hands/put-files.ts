/**
 * Writes the files of a program to the home of its agent, as the agent's user in the agent's sandbox.
 * The agent can write there, too, so nothing that it has left decides where a write goes: a link in
 * the place of a folder or file is removed and not followed, and each folder is entered before it is
 * written in, so that a link that takes its place later leads nowhere.
 */
import { createHash } from 'node:crypto';
import type { HomeFolder, Outcome, Program } from '@muster/runner-protocol';
import { notStarted } from '../outcome.ts';
import { look, LookTimedOut, type Eyes } from './look.ts';

/**
 * Arguments: the home and the number of files; path and mode of each file; path of each folder, the
 * digest of its files and their number. Standard input: a line with the bytes of each file in base64,
 * and for each file of a folder a line of its path in the folder and its bytes.
 *
 * A folder is the same where it holds nothing but files and folders with the rights that are given to
 * them here, and the list of its files with their hashes has the digest. What cannot be listed shows as
 * a message.
 */
const PUT = `set -eu
umask 077
cd -P -- "$1"; home=$(pwd -P); files=$2; shift 2
enter() {
  name=$1 at=$home
  cd -P -- "$home"
  while :; do
    case $name in */*) ;; *) break ;; esac
    folder=\${name%%/*} name=\${name#*/}
    if [ -L "./$folder" ] || [ ! -d "./$folder" ]; then
      rm -f -- "./$folder"
      mkdir -- "./$folder"
    fi
    cd -P -- "./$folder"
    at=$at/$folder
    [ "$(pwd -P)" = "$at" ]
  done
}
while [ "$files" -gt 0 ]; do
  enter "$1"
  mode=$2 files=$((files - 1)); shift 2
  IFS= read -r bytes
  rm -rf -- "./.$name.new"
  printf %s "$bytes" | (set -C; base64 -d >"./.$name.new")
  chmod -- "$mode" "./.$name.new"
  rm -rf -- "./$name"
  mv -f -- "./.$name.new" "./$name"
done
is_empty() {
  [ ! -L "./$name" ] && [ -d "./$name" ] && [ -z "$(ls -A -- "./$name" 2>&1)" ]
}
is_same() (
  [ ! -L "./$name" ] && cd -P -- "./$name" && [ "$(pwd -P)" = "$at/$name" ] || exit 1
  others=$(find . ! '(' -type d -perm 700 ')' ! '(' -type f -perm 600 ')' 2>&1) || exit 1
  [ -z "$others" ] || exit 1
  list=$(find . -type f -exec sha256sum '{}' + | LC_ALL=C sort | sha256sum) || exit 1
  [ "\${list%% *}" = "$1" ]
)
unread=0
while [ $# -gt 0 ]; do
  enter "$1"
  digest=$2 lines=$3; shift 3
  if [ "$lines" -eq 0 ]; then
    if is_empty; then continue; fi
  elif is_same "$digest" 2>/dev/null; then
    unread=$((unread + lines))
    continue
  fi
  while [ "$unread" -gt 0 ]; do IFS= read -r bytes; unread=$((unread - 1)); done
  rm -rf -- "./$name" 2>/dev/null || { chmod -R u+rwx -- "./$name"; rm -rf -- "./$name"; }
  mkdir -- "./$name"
  cd -P -- "./$name"
  [ "$(pwd -P)" = "$at/$name" ]
  folder=
  while [ "$lines" -gt 0 ]; do
    IFS=' ' read -r path bytes
    lines=$((lines - 1)) above=\${path%/*}
    if [ "$above" != "$path" ] && [ "$above" != "$folder" ]; then
      mkdir -p -- "./$above"
      folder=$above
    fi
    base64 -d >"./$path" <<END
$bytes
END
  done
done`;

/** Of a file server that does not answer; and a file takes processes, on a machine that may be busy. */
const PUT_TIMEOUT_MS = 10_000;
const FILE_TIMEOUT_MS = 20;

/** Nothing where all of them are there; or why the program is not started. */
export async function putFiles(
  eyes: Eyes,
  { files = [], folders = [] }: Pick<Program, 'files' | 'folders'>,
): Promise<Outcome | undefined> {
  if (files.length === 0 && folders.length === 0) return undefined;
  const { home } = eyes.folders;
  const args = [
    home,
    String(files.length),
    ...files.flatMap(({ path, mode }) => [path, mode.toString(8)]),
    ...folders.flatMap((folder) => [folder.path, digestOf(folder), String(folder.files.length)]),
  ];
  const stdin = [
    ...files.map(({ bytes }) => base64(bytes)),
    ...folders.flatMap((folder) =>
      folder.files.map((file) => `${file.path} ${base64(file.bytes)}`),
    ),
  ];
  try {
    await look(eyes, {
      script: PUT,
      args,
      stdin: stdin.map((line) => `${line}\n`).join(''),
      shown: [],
      timeoutMs: PUT_TIMEOUT_MS + stdin.length * FILE_TIMEOUT_MS,
    });
    return undefined;
  } catch (error) {
    if (error instanceof LookTimedOut) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return notStarted('home_not_writable', why);
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** As the shell makes it: paths are ASCII, so that its order of bytes is the order of the language. */
const digestOf = ({ files }: HomeFolder): string =>
  sha256(
    files
      .map(({ path, bytes }) => `${sha256(bytes)}  ./${path}\n`)
      .toSorted()
      .join(''),
  );
