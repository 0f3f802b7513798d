-- Of an agent that an agent has hired into a folder that the board has not allowed yet: the
-- approval that asks for the folder. Until it is approved the agent starts no run. Code of the
-- release before neither writes nor reads it: at worst it starts such an agent.
-- step
alter table agents add column folder_approval_id uuid;
-- step
create unique index agents_by_folder_approval on agents (folder_approval_id)
  where folder_approval_id is not null;
