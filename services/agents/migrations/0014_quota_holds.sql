-- Until when the quota of an agent's model provider is used up, as the scheduler says. Old code
-- does not show it.

alter table agents add column quota_held_until timestamptz(3);
