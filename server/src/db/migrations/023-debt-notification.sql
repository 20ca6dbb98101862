-- Fines by camera (Colombia): what the source says of their notification, from which the days of their discounts count.
alter table debt add column notified_on date;       -- the day of notification; null: the source gives none
alter table debt add column electronic boolean;     -- by camera; null: the source does not say

alter table payment_rule add column counts_from text not null default 'debt' check (counts_from in ('debt', 'notification'));
alter table payment_rule add column electronic boolean;  -- only debts by camera, or only others; null: all
-- What other sources say the days are: told beside the dates of `day_kind`, which end sooner.
alter table payment_rule add column other_day_kind text check (other_day_kind in ('calendar', 'business'));
alter table payment_rule add column other_says text;
alter table payment_rule add column other_source text;
alter table payment_rule add column other_source_date date;
