import { nativeTexts } from './board-texts.ts';
import { decidedDecisions, documentedVariables, indexedDecisions } from './documents.ts';
import { pureDomain } from './domain.ts';
import { roomyFolders } from './folders.ts';
import { housedFiles } from './floors.ts';
import { glossaryWords } from './glossary.ts';
import { livingLinks } from './links.ts';
import {
  kebabCaseFiles,
  meaningfulNames,
  namesakes,
  numberedMigrations,
  oneMigrationPerNumber,
  operationsOnly,
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

/** Every rule that the tree is held to. What types and oxlint can see is left to them. */
export const rules: readonly Rule[] = [
  shortFiles,
  shortLines,
  kebabCaseFiles,
  meaningfulNames,
  namesakes,
  operationsOnly,
  glossaryWords,
  livingLinks,
  roomyFolders,
  housedFiles,
  pureDomain,
  numberedMigrations,
  oneMigrationPerNumber,
  nothingPutOff,
  nativeTexts,
  excusedSuppressions,
  noMachineInside,
  lockfileWithoutHosts,
  allTestsRun,
  noSleeps,
  distinctTitles,
  decidedDecisions,
  indexedDecisions,
  documentedVariables,
];
