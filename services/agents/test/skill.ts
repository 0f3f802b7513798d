/** Skills for tests, stored through the service's operations. */
import type { agents, SkillFile } from '@muster/contracts';
import { many, sql } from '@muster/service-kit';
import { boardActor, type Stage } from '@muster/test-kit';

type AgentsStage = Stage<typeof agents>;

export const headOf = (slug: string): SkillFile => ({
  path: 'SKILL.md',
  text: `---\nname: "${slug}"\ndescription: "How to publish."\n---\nDo it.\n`,
});

export const putSkill = (
  stage: AgentsStage,
  { companyId, slug }: { readonly companyId: string; readonly slug: string },
  more: readonly SkillFile[] = [],
) => stage.as(boardActor()).setSkill({ companyId, skill: slug, files: [headOf(slug), ...more] });

export const skillEventsOf = ({ db }: AgentsStage, companyId: string) =>
  many<{ type: string; payload: Record<string, unknown> }>(
    db,
    sql`
    select type, payload from events
    where company_id = ${companyId} and type like any('{skill.%,agent_skills.%}')
    order by seq limit 100`,
  );
