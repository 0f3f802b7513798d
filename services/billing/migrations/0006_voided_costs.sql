-- A void is a cost event with the opposite amounts of the cost that it takes back, so that every
-- sum stays the sum of its costs. Old code makes none, and shows one as a cost of negative cents.

alter table cost_events
  add column voids_cost_id uuid,
  add column void_reason text,
  add column voided_by_cost_id uuid;

-- Not validated: the stricter constraints before have checked all rows, and reading a large table
-- again would hold up costs.
alter table cost_events
  drop constraint cost_events_cost_cents_check,
  drop constraint cost_events_input_tokens_check,
  drop constraint cost_events_output_tokens_check,
  drop constraint cost_events_cached_input_tokens_check,
  add constraint cost_events_only_voids_are_negative check (
    voids_cost_id is not null
    or least(cost_cents, input_tokens, output_tokens, cached_input_tokens) >= 0
  ) not valid,
  add constraint cost_events_voids_have_a_reason check (
    (voids_cost_id is null) = (void_reason is null)
  ) not valid;

create unique index cost_events_voided_once on cost_events (company_id, voids_cost_id)
  where voids_cost_id is not null;
create index cost_events_by_id on cost_events (company_id, id);
