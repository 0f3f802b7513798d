import { decidedDecisions, documentedVariables } from './documents.ts';
import { pureDomain } from './domain.ts';
import { importRules } from './imports.ts';
import {
  kebabCaseFiles,
  meaningfulNames,
  namesakes,
  numberedMigrations,
  oneMigrationPerNumber,
} from './names.ts';
import type { Rule } from './rule.ts';
import { shortFiles, shortLines } from './size.ts';
import { allTestsRun, distinctTitles, noSleeps } from './tests.ts';
import {
  excusedSuppressions,
  lockfileWithoutHosts,
  noMachineInside,
  nothingPutOff,
} from './words.ts';

const services = ['gateway', 'agents', 'issues', 'approvals', 'billing', 'scheduler'];

/** Every rule that the tree is held to. What types and oxlint can see is left to them. */
export const rules: readonly Rule[] = [
  shortFiles,
  shortLines,
  kebabCaseFiles,
  meaningfulNames,
  namesakes,
  ...importRules(services),
  pureDomain,
  numberedMigrations,
  oneMigrationPerNumber,
  nothingPutOff,
  excusedSuppressions,
  noMachineInside,
  lockfileWithoutHosts,
  allTestsRun,
  noSleeps,
  distinctTitles,
  decidedDecisions,
  documentedVariables,
];
