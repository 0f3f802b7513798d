import { issues, REDACTED_TEXT, type scheduler } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { redactNameOfOutput } from '../store/wakes/redacted-wakes.ts';

/** The log of this service names what runs have handed over. */
export const redactNamesOfFiles = reaction(
  issues,
  ['file.redacted'],
  async ({ companyId, payload: { fileId } }, { db }: Context<typeof scheduler>) =>
    redactNameOfOutput(db, { companyId, fileId, name: REDACTED_TEXT }),
);
