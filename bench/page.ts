/** What the pages of results have in common, and where they are kept. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

const BYTES_PER_GB = 1024 ** 3;

export function machine(): string {
  const [first] = cpus();
  const kernel =
    process.platform === 'linux'
      ? readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim()
      : release();
  const memory = Math.round(totalmem() / BYTES_PER_GB);
  return [
    `${new Date().toISOString().slice(0, 16)}Z`,
    `${cpus().length} cores of ${first?.model}, ${memory} GB, a shared virtual machine`,
    `${process.platform} ${kernel}`,
    `Node ${process.version}`,
  ].join(' · ');
}

export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...body].map(line).join('\n');
}

/** Writes a page to `results/<date>-<name>.md`; answers with its path. */
export function keepPage(name: string, page: string): string {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = `${new Date().toISOString().slice(0, 10)}-${name}.md`;
  writeFileSync(join(folder, file), `# Bench: ${name}\n\n${page}\n`);
  return `bench/results/${file}`;
}
