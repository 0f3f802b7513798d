/** What each part of the story has at hand. */
import type { Api } from './api.ts';
import type { Facts } from './facts.ts';
import type { StepName } from './steps.ts';

export interface StoryContext {
  readonly api: Api;
  readonly facts: Facts;
  readonly companyId: string;
  readonly announce: (name: StepName, text: string) => Promise<void>;
}
