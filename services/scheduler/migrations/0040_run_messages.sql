-- What is said to a live run. `for_run_id` is the run that gets it: the one that it was sent to,
-- and after the end of that one the next of the agent. `passed_at`: it was written to the program's
-- input, which has not shown yet that it has read it. Code of the release before neither writes nor
-- reads this table; a run that it starts leaves the messages to the one after it.
create table run_messages (
  id uuid primary key,
  company_id uuid not null,
  run_id uuid not null references runs (id) on delete cascade,
  agent_id uuid not null,
  author_agent_id uuid,
  author_user_id uuid,
  author_name text not null,
  text text not null,
  interrupt boolean not null,
  created_at timestamptz(3) not null default now(),
  for_run_id uuid not null,
  passed_at timestamptz(3),
  delivered_at timestamptz(3)
);

create index run_messages_by_run on run_messages (run_id, id);
create index run_messages_waiting on run_messages (for_run_id, id) where delivered_at is null;
create index run_messages_of_agent on run_messages (agent_id, id) where delivered_at is null;
