/** Skills of a company; events of them name the topic of agents, whose guidance they are. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** As many versions as are kept. */
const VERSIONS = 100;

export const skillQuery = (companyId: string, skill: string, version?: number) =>
  queryOptions({
    queryKey: ['agents', companyId, 'skill', skill, version],
    queryFn: ({ signal }) =>
      call(
        'getSkill',
        { companyId, skill, ...(version === undefined ? {} : { version }) },
        { signal },
      ),
  });

export const skillVersionsQuery = (companyId: string, skill: string) =>
  queryOptions({
    queryKey: ['agents', companyId, 'skill versions', skill],
    queryFn: ({ signal }) =>
      call('listSkillRevisions', { companyId, skill, limit: VERSIONS }, { signal }),
  });
