-- Answers that the database could not store at once: their checks stay claimed until they are stored, and no longer
-- count among the queries that their portal has at once.
alter table due_check add column answered_at timestamptz;
comment on column due_check.answered_at is 'The claim is over but for storing its answer: since then. Set anew by each claim.';
