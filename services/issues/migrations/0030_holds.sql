-- What the board holds, an issue or a project: nothing below it is started. What is below is
-- found from an issue upwards, so that no row of an issue changes. Code of the release before
-- does not know it, and starts what is held.
create table holds (
  company_id uuid not null,
  -- The issue or the project.
  subject_id uuid not null,
  kind text not null check (kind in ('issue', 'project')),
  reason text not null,
  cancel_runs boolean not null,
  held_by_user_id uuid,
  held_at timestamptz not null,
  primary key (company_id, subject_id)
);
