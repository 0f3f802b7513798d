-- The skills of companies: one row a change with all files, and one row a skill that says which
-- change counts. Code that does not know the tables leaves them alone.

create table skills (
  id uuid primary key,
  company_id uuid not null,
  slug text not null,
  version integer not null check (version >= 1),
  constraint skills_of_companies foreign key (company_id) references companies (id),
  constraint skills_slug_unique unique (company_id, slug),
  constraint skills_by_company unique (company_id, id)
);

create table skill_revisions (
  company_id uuid not null,
  skill_id uuid not null,
  version integer not null check (version >= 1),
  description text not null,
  files jsonb not null,
  file_count integer not null,
  bytes integer not null,
  sha256 text not null,
  created_by_user_id uuid,
  created_at timestamptz(3) not null default now(),
  constraint skill_revisions_versioned primary key (skill_id, version),
  constraint skill_revisions_of_skills
    foreign key (company_id, skill_id) references skills (company_id, id)
);

create table agent_skills (
  company_id uuid not null,
  agent_id uuid not null,
  skill_id uuid not null,
  constraint agent_skills_once primary key (agent_id, skill_id),
  constraint agent_skills_of_agents
    foreign key (company_id, agent_id) references agents (company_id, id),
  constraint agent_skills_of_skills
    foreign key (company_id, skill_id) references skills (company_id, id)
);
create index agent_skills_by_skill on agent_skills (company_id, skill_id);
