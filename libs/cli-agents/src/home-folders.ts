/** Folders of a home, in the form of `CliAgent.home.folders`. */
import type { Texts } from './cli-agent.ts';

/** They hold nothing. */
export const emptied = (home: string, names: readonly string[]): Readonly<Record<string, Texts>> =>
  Object.fromEntries(names.map((name) => [`${home}/${name}`, {}]));

/** The same texts, below a folder. */
export const below = (folder: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${folder}/${path}`, text]));
