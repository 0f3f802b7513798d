-- A piece of output says whose it is, so that it is walled like everything else of a company. Old
-- code lives with it: what it writes says nothing and is found by its run only, as until now.
alter table run_log add column company_id uuid;
