import type { Finding } from '../finding.ts';
import { isCode, isTest, type Source } from '../tree.ts';
import { eachMatch, perFile, type Rule } from './rule.ts';

const indexOfDecisions = 'docs/decisions/README.md';
const isDecision = (path: string): boolean =>
  /^docs\/decisions\/.*\.md$/.test(path) && path !== indexOfDecisions;
const isSuperseded = (path: string): boolean => path.startsWith('docs/decisions/superseded/');
const isInForce = (path: string): boolean => isDecision(path) && !isSuperseded(path);

export const decidedDecisions: Rule = perFile(
  'every decision record has a status and is numbered',
  isDecision,
  ({ path, text }) => {
    const findings: Finding[] = [];
    const inForce = /^Status: accepted$/m.test(text);
    const replaced = /^Status: (?:superseded by|folded into) \d{4}$/m.test(text);
    if (!inForce && !replaced) {
      const says =
        'add a line "Status: accepted", "superseded by 0007" or "folded into 0007", and nothing else in it';
      findings.push({ path, line: 1, says });
    } else if (replaced !== isSuperseded(path)) {
      const says = 'keep it in docs/decisions/superseded if, and only if, it is no longer in force';
      findings.push({ path, line: 1, says });
    }
    if (!/\/\d{4}-[a-z0-9-]+\.md$/.test(path)) {
      findings.push({ path, line: 1, says: 'name a decision like 0007-one-event-log.md' });
    }
    return findings;
  },
);

export const indexedDecisions: Rule = {
  title: 'docs/decisions/README.md lists every decision in force exactly once',
  check: (tree) => {
    const records = new Set(tree.map(({ path }) => path).filter(isInForce));
    const index = tree.find(({ path }) => path === indexOfDecisions);
    const listed = new Set<string>();
    const lines =
      index &&
      eachMatch(index, 'text', /\]\((\d{4}-[\w-]+\.md)\)/g, ([, name = '']) => {
        const path = `docs/decisions/${name}`;
        if (!records.has(path)) return `there is no record ${name}`;
        if (listed.has(path)) return `${name} is listed already; give it one place`;
        listed.add(path);
        return undefined;
      });
    const says = `add a line with its decision to ${indexOfDecisions}`;
    const missing = [...records].filter((path) => !listed.has(path));
    return [...(lines ?? []), ...missing.map((path) => ({ path, line: 1, says }))];
  },
};

const read = /\benv\.([A-Z][A-Z0-9_]*)|\benv\[\s*['"]([A-Z][A-Z0-9_]*)/g;
/** A key of a schema in a config file: `NATS_URL: z.url()`, or `PORT: port.default(…)`. */
const declared = /^\s*([A-Z][A-Z0-9_]{2,}): *[a-z]/gm;

/** Set by the system or by the tools around us, and meaning there what they mean everywhere. */
const everybodys = new Set(['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'CI', 'NODE_ENV', 'USER']);

const isDocument = (path: string): boolean =>
  path === 'README.md' || path === 'docs/configuration.md';
const isConfig = (path: string): boolean => /(?:^|\/)config[\w-]*\.ts$/.test(path);

export const documentedVariables: Rule = {
  title: 'every environment variable is in README.md or docs/configuration.md',
  check: (tree) => {
    const documents = tree.filter(({ path }) => isDocument(path)).map(({ text }) => text);
    const known = new Set(documents.join('\n').match(/\b[A-Z][A-Z0-9_]*\b/g));
    return tree
      .filter(({ path }) => isCode(path) && !isTest(path) && !path.startsWith('tools/tidy/'))
      .flatMap((file) => undocumented(file, known));
  },
};

function undocumented(file: Source, known: ReadonlySet<string>): Finding[] {
  const complain = (name = ''): string | undefined =>
    known.has(name) || known.has(name.replace(/_FILE$/, '')) || everybodys.has(name)
      ? undefined
      : `${name} is read here and described nowhere; add it to docs/configuration.md or README.md`;
  const reads = eachMatch(file, 'uncommented', read, (match) => complain(match[1] ?? match[2]));
  if (!isConfig(file.path)) return reads;
  return [...reads, ...eachMatch(file, 'code', declared, (match) => complain(match[1]))];
}
