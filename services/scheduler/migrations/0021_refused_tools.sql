-- The tools that a run was refused, for its warning `tools_refused`. Old code neither sets nor
-- shows them.

alter table runs add column refused_tools jsonb;
