-- What whoever saved a report last could read of what shapes its letters (features/reports/content-roles.ts): its dates tell that much,
-- whatever becomes of that person. Null: saved before this release, and told as before; nobody knows who saved it.
alter table scheduled_report add column content_roles text[];
