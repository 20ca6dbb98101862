-- Orders of 'Procesar' whose vehicles are still to be ordered or given back, some at a time: an edit of the company
-- waits for one batch, not for the whole fleet.
create table pending_order (
  tenant_id     bigint not null,
  queue_item_id uuid not null,
  cursor        bigint not null default 0,          -- vehicles up to this id are done
  vehicles      integer not null default 0,         -- ordered so far
  releasing     boolean not null default false,     -- it ended: what was not queried is given back
  primary key (tenant_id, queue_item_id),
  foreign key (tenant_id, queue_item_id) references queue_item on delete cascade
);
comment on table pending_order is 'An order of a fleet whose vehicles are still to be ordered or given back.';
select protect_tenant_table('pending_order');
