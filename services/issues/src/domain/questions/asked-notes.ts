/** What the answer to who asks an agent says, where the question wakes it later or not at all. */
import type { AgentStatus, CompanyStatus } from '@muster/contracts';

export interface Asked {
  readonly name: string;
  readonly status: AgentStatus;
  readonly wakeOnDemand: boolean;
  readonly companyStatus: CompanyStatus;
}

export function notesOfAsked({ name, status, wakeOnDemand, companyStatus }: Asked): string[] {
  if (!wakeOnDemand) {
    return [`${name} is not woken: its wakeOnDemand is off; it sees the question in its next run`];
  }
  if (companyStatus === 'paused') return ['nobody is woken before the company is resumed'];
  return status === 'paused' ? [`${name} is paused: it is not woken before it is resumed`] : [];
}
