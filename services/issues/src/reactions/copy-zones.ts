import { agents } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveZone } from '../store/routines/spent.ts';

export const copyZones = reaction(
  agents,
  ['company.created', 'company.updated'],
  async ({ payload }, { db }) => saveZone(db, payload),
  { history: 'state' },
);
