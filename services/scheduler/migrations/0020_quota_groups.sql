-- Quotas of model providers that several agents of a company share. Old code holds the one agent
-- whose provider has refused it, and sets no group.

alter table roster add column quota_group text;

create index roster_by_quota_group on roster (company_id, quota_group, agent_id)
  where quota_group is not null;
create index roster_resting on roster (company_id, not_before) where not_before is not null;

create table quotas (
  company_id uuid not null,
  quota_group text not null,
  -- When it begins again; the agents of the group have the same in the roster.
  not_before timestamptz(3),
  nearly_used_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, quota_group)
);

create index quotas_held on quotas (not_before) where not_before is not null;
