-- A webhook's secret may be changed twice within a day: each of the two before it signs until its own day is over.
alter table webhook add column older_until timestamptz;
comment on column webhook.older_until is 'Until when the third of its secrets signs; old_until is of the second.';
