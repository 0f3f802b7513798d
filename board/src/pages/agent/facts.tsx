import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { wakesQuery } from '../../cache/agent-queries.ts';
import { useCompany, useNames, type Rights } from '../../cache/company.ts';
import { adapterWords, agentAddress } from '../../domain/agents.ts';
import { Ago } from '../../ui/ago.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { Spent } from '../../ui/bars/spent.tsx';
import { Text } from '../../ui/text.tsx';
import { Button } from '../../ui/controls.tsx';
import type { AgentDetail } from './agent-detail.ts';
import { RaiseLimit } from '../costs/raise-limit.tsx';
import { When } from '../../ui/when.tsx';

interface Props {
  readonly agent: AgentDetail;
  readonly rights: Rights;
}

export function Facts({ agent, rights }: Props): ReactElement {
  const { id, issuePrefix, timeZone } = useCompany();
  const { agents } = useNames(id);
  const wakes = useQuery(wakesQuery(id, agent.id)).data;
  const [raises, setRaises] = useState(false);
  const manager = agents.get(agent.reportsTo ?? '');
  const { spentCents, limitCents, reservedCents } = agent.budget;
  return (
    <>
      <FactList>
        <Fact word="Job">
          <Text of={agent.title ?? agent.role} />
        </Fact>
        <Fact word="Reports to">
          {manager ? (
            <Link {...agentAddress(issuePrefix, manager)}>
              <Text of={manager.name} />
            </Link>
          ) : (
            'the board'
          )}
        </Fact>
        <Fact word="Runs as">{adapterWords[agent.adapterType]}</Fact>
        <Fact word="Last start">
          {agent.lastHeartbeatAt === null ? (
            'never'
          ) : (
            <Ago time={agent.lastHeartbeatAt} zone={timeZone} />
          )}
        </Fact>
        <Fact word="Next scheduled start">
          {wakes?.nextDueAt ? (
            <When time={wakes.nextDueAt} zone={timeZone} />
          ) : (
            'none, starts when work arrives'
          )}
        </Fact>
        <Fact word="Spent this month">
          <Spent cents={spentCents} limitCents={limitCents} reservedCents={reservedCents} />
          {reservedCents > 0 && <span className="dim"> grey is reserved by its run</span>}{' '}
          {rights.mayManageBudgets && agent.status !== 'terminated' && (
            <Button look="quiet" onClick={() => setRaises(true)}>
              {limitCents === 0 ? 'Set a limit' : 'Change the limit'}
            </Button>
          )}
        </Fact>
      </FactList>
      {raises && (
        <RaiseLimit
          of={{ agentId: agent.id, name: agent.name, version: agent.version }}
          spentCents={spentCents}
          limitCents={limitCents}
          onClose={() => setRaises(false)}
        />
      )}
    </>
  );
}
