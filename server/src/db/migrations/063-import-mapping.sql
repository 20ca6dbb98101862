-- A company's own sheets: what their columns are, kept under a name and used for the same headings.
create table import_mapping (
  tenant_id         bigint not null references company on delete cascade,
  import_mapping_id uuid not null default gen_random_uuid(),
  kind              text not null check (kind in ('add', 'edit', 'replace')),
  name              text not null,
  headings_hash     text not null,
  columns           jsonb not null,
  "values"          jsonb not null,
  who               text not null,
  updated_at        timestamptz not null default now(),
  primary key (tenant_id, import_mapping_id)
);
create unique index import_mapping_headings on import_mapping (tenant_id, kind, headings_hash);
create unique index import_mapping_name on import_mapping (tenant_id, kind, fold(name));
comment on table import_mapping is 'What the columns of a company''s own sheet are, for the next file of that kind.';
comment on column import_mapping.headings_hash is 'Of the sheet''s normalized headings in alphabetical order.';
comment on column import_mapping.columns is 'The mapping (contract, import-mapping.ts) without its values.';
select protect_tenant_table('import_mapping');

alter table vehicle_import add column mapping jsonb;
comment on column vehicle_import.mapping is 'What its columns are, where they are not the template''s.';
