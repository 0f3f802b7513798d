-- Agents whose runs fail equally, one after the other: since when, how often and why. Their wait
-- is in hold_until with the reason retry, which code of the release before honours and lets end;
-- it does not count, so that meanwhile a failure that it records makes no wait longer.

alter table roster
  add column failures integer not null default 0,
  add column failing_since timestamptz(3),
  add column failure_code text,
  add column failure_error text;

create index roster_failing on roster (company_id, agent_id) where failures > 0;

-- Model providers that are overloaded or away: since when, after how many tries, and until when
-- one run tries it alone. The agents of the login rest as for a used-up quota, so code of the
-- release before starts none of them early; it neither counts the tries nor keeps them apart.

alter table quotas
  add column busy_since timestamptz(3),
  add column busy_tries integer not null default 0,
  add column probing_until timestamptz(3);
