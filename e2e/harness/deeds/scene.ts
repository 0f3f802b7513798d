import type { Reply } from '../api.ts';
import { addMember, foundCompany } from '../builders.ts';
import type { Member } from '../builders.ts';
import type { World } from '../stack.ts';

/** A company with a CEO, in which deeds are done. */
export type Scene = { world: World; companyId: string; chief: Member };

export async function openScene(world: World): Promise<Scene> {
  const { id: companyId } = await foundCompany(world.board);
  const chief = await addMember(world, companyId, { name: 'Ada', role: 'ceo' });
  return { world, companyId, chief };
}

/** Does it and gives the answer; what it needs is made before. */
export type Deed = (scene: Scene) => Promise<Reply>;

export const at = ({ companyId }: Scene, things: string): string =>
  `/api/companies/${companyId}/${things}`;
