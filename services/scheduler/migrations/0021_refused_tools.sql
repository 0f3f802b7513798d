-- The tools that a run was refused, for its warning `tools_refused`. Old code does not know them.

alter table runs add column refused_tools jsonb;
