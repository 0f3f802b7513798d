/** Reads every import below a folder and holds it against rules. */
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

/** Folders of code, as far as they exist below the root that is cruised. */
export const codeFolders = [
  'libs',
  'services',
  'runner',
  'deploy',
  'local',
  'tools',
  'bench',
  'e2e',
  'examples',
  'board',
];

/**
 * One sentence for each import that a rule forbids, from the file to what it imports. Type imports
 * count: the parser is swc, since the compiler of TypeScript 7 has no interface for readers.
 */
export async function findForbiddenImports(
  root: string,
  folders: readonly string[],
  forbidden: readonly IForbiddenRuleType[],
): Promise<string[]> {
  const { output } = await cruise([...folders], {
    baseDir: root,
    parser: 'swc',
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden: [...forbidden] },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)node_modules/.*/node_modules/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  });
  return sentencesOf(output as ICruiseResult);
}

function sentencesOf({ summary }: ICruiseResult): string[] {
  const comments = new Map(
    (summary.ruleSetUsed?.forbidden ?? []).map(({ name, comment }) => [name, comment]),
  );
  return summary.violations
    .map(({ from, to, rule, cycle }) => {
      const way = cycle ? ` -> ${cycle.map(({ name }) => name).join(' -> ')}` : ` -> ${to}`;
      return `${from}${way}  ${rule.name}: ${comments.get(rule.name) ?? ''}`;
    })
    .toSorted();
}
