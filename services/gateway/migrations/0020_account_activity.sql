-- Who did what to accounts and to the installation, which belong to no company and so to no event
-- log. Ids sort by their age. Nothing secret: no code, token, password, nor an address of mail that
-- nobody has. Code of the last release writes none of it.
create table account_activity (
  id uuid primary key default uuidv7(),
  user_id uuid,
  actor_id uuid,
  action text not null,
  method text,
  subject_id uuid,
  address text,
  created_at timestamptz(3) not null default now()
);
create index account_activity_by_user on account_activity (user_id, id) where user_id is not null;
create index account_activity_by_age on account_activity (created_at);
create index account_activity_by_actor on account_activity (actor_id, id)
  where actor_id is not null;
