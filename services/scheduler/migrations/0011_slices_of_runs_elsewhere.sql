-- A run elsewhere knows how much was reserved for it, so that a beat which reports more has billing
-- asked, as for an agent that is started here. Old code starts such runs without a slice: only a
-- budget that is spent stops those.

alter table runs add column slice_cents integer;
alter table runs add column slice_asked_at timestamptz(3);
