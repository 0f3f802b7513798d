-- Which lines of the output of a run were taken away, by whom and when; null for most runs. Code
-- of the release before reads and writes none of it, and shows the asterisks that stand there.
alter table runs add column log_redactions jsonb;
