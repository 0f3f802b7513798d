import { boardActor, conformance } from '@muster/test-kit';
import { agentsService } from '../src/service.ts';

conformance(agentsService, {
  makeFixture: async (stage) => {
    const { id: companyId } = await stage.as(boardActor()).createCompany({ name: 'Ground' });
    return { companyId };
  },
});
