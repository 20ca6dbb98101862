-- What a company's first steps are beyond what its data says. Companies that have a fleet by now are past them.
create table onboarding (
  tenant_id bigint not null,
  -- a step that a person marked as done; 'completed': all were done once; 'dismissed': the panel is hidden
  step      text not null check (step in
    ('company', 'fleet', 'holders', 'round', 'documents', 'notices', 'colleagues', 'completed', 'dismissed')),
  done_at   timestamptz not null default now(),
  primary key (tenant_id, step),
  foreign key (tenant_id) references company (tenant_id)
);
comment on table onboarding is 'The first steps that a company marked as done, or dismissed.';
insert into onboarding (tenant_id, step)
select c.tenant_id, 'dismissed'
from company c
where exists (select from vehicle v where v.tenant_id = c.tenant_id);
select protect_tenant_table('onboarding');
