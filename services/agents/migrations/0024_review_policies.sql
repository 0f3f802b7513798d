-- Who gives the verdict on work in review, what has to stand on it, and how many rounds agents
-- have. Old code lives with it: it names its columns, so the settings stay as they are.

alter table companies
  add column review_policy text not null default 'anyone'
    constraint companies_review_policy_check
      check (review_policy in ('anyone', 'not_author', 'person', 'named')),
  add column reviewer_agent_id uuid,
  add column review_evidence text not null default 'none'
    constraint companies_review_evidence_check check (review_evidence in ('none', 'link')),
  add column max_review_rounds integer not null default 5
    constraint companies_max_review_rounds_check check (max_review_rounds > 0);
