import { addIssue } from '../../fixtures/builders.ts';
import type { ScenarioFixture, WriteScenario } from './scenario.ts';

const upload = async ({ world: { board }, companyId, chief }: ScenarioFixture) => {
  const { id } = await addIssue(board, companyId);
  return chief.caller.post(`/api/issues/${id}/files?name=report.pdf`);
};

export const ofFiles: Record<string, WriteScenario> = {
  uploadIssueFile: upload,
  redactFile: async (fixture) => {
    const { body } = await upload(fixture);
    return fixture.world.board.post(`/api/files/${(body as { id: string }).id}/redact`);
  },
  deleteFile: async (fixture) => {
    const { body } = await upload(fixture);
    return fixture.world.board.delete(`/api/files/${(body as { id: string }).id}`);
  },
};
