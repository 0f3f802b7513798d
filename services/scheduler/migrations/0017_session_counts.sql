-- What is known of the counts of a session, so that each run books what it has added. The release
-- before leaves the column alone; it starts no agent whose sessions have counts.
alter table sessions add column counts jsonb;
