/** The commands, statements and requests that runbooks and operations pages tell a person to run. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@muster/contracts';

const root = join(import.meta.dirname, '../..');

export interface Quoted {
  readonly page: string;
  readonly text: string;
}

const FENCE = /^ *```\w*\n([\s\S]*?)^ *```/gm;

/** Inline code, the lines of blocks of commands, and blocks of SQL, with a line for each service where `<service>` stands for one. */
function quotedIn(page: string): Quoted[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = [...text.matchAll(FENCE)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) =>
    /^ *(?:select|with)\b/i.test(block) ? [block] : block.replaceAll(/\\\n/g, ' ').split('\n'),
  );
  const inline = [...text.replaceAll(FENCE, '').matchAll(/`([^`]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...lines, ...inline]
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .flatMap((each) =>
      each.includes('<service>')
        ? serviceNames.map((service) => each.replaceAll('<service>', service))
        : [each],
    )
    .map((each) => ({ page, text: each.replaceAll('<pod>', 'nats-0') }));
}

const pages = globSync('docs/{runbooks,operations}/*.md', { cwd: root }).toSorted();
const quoted = pages.flatMap(quotedIn);

const beginning = (pattern: RegExp): Quoted[] => quoted.filter(({ text }) => pattern.test(text));

export const kubectlCommands = beginning(/^kubectl /);
export const composeCommands = beginning(/^docker compose /);
export const natsCommands = beginning(/^nats server /);
/** Whole statements only: a line of a longer one has no table. */
export const statements = beginning(/^(?:select|with) .*\b(?:from|pg_\w+\()/i).map(
  ({ page, text }) => ({ page, text: text.replace(/;$/, '').replaceAll('<pid>', '0') }),
);
export const prometheusQueries = beginning(/^(?:sum|count|max|min|avg) by /);
export const requests = beginning(/^(?:GET|POST|PATCH|PUT|DELETE) \/api/);
/** Files of this repository that a command starts. */
export const programs = quoted.flatMap(({ page, text }) =>
  [...text.matchAll(/\b(?:node (services\/\S+\.ts)|(deploy\/\S+\.sh))/g)].map(
    ([, service, script]) => ({ page, text: service ?? script ?? '' }),
  ),
);
