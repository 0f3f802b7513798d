/**
 * Writes the files of a program to the home of its agent, as the agent's user in the agent's sandbox.
 * The agent can write there, too, so nothing that it has left decides where a write goes: a link in
 * the place of a folder or file is removed and not followed, and each folder is entered before it is
 * written in, so that a link that takes its place later leads nowhere.
 */
import type { HomeFile, Outcome } from '@muster/runner-protocol';
import { notStarted } from '../outcome.ts';
import { look, LookTimedOut, type Eyes } from './look.ts';

/** Arguments: the home, then path and mode of each file. Standard input: each in base64, one a line. */
const PUT = `set -eu
umask 077
cd -P -- "$1"; home=$(pwd -P); shift
while [ $# -gt 0 ]; do
  name=$1 mode=$2 at=$home; shift 2
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
  IFS= read -r bytes
  rm -rf -- "./.$name.new"
  printf %s "$bytes" | (set -C; base64 -d >"./.$name.new")
  chmod -- "$mode" "./.$name.new"
  rm -rf -- "./$name"
  mv -f -- "./.$name.new" "./$name"
done`;

/** Nothing where all of them are written; or why the program is not started. */
export async function putFiles(
  eyes: Eyes,
  files: readonly HomeFile[],
): Promise<Outcome | undefined> {
  if (files.length === 0) return undefined;
  const { home } = eyes.place;
  const args = [home, ...files.flatMap(({ path, mode }) => [path, mode.toString(8)])];
  const stdin = files.map(({ bytes }) => `${Buffer.from(bytes).toString('base64')}\n`).join('');
  try {
    await look(eyes, { script: PUT, args, stdin, shown: [] });
    return undefined;
  } catch (error) {
    if (error instanceof LookTimedOut) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return notStarted('home_not_writable', why);
  }
}
