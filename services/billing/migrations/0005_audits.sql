-- When the books of a company were last compared with its costs, so that one replica does it.
create table audits (
  company_id uuid primary key,
  audited_at timestamptz(3) not null
);
create index audits_by_time on audits (audited_at);
