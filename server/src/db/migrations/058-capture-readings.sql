-- PDFs of portals that wait for a person. What their text says is stored with them, and is no answer.
create table capture_reading (
  tenant_id   bigint not null,
  reading_id  uuid not null,
  vehicle_id  bigint,                    -- null: the text names none, or several
  file_name   text not null,
  size        bigint not null,
  sha256      text not null,
  path        text not null,
  unreadable  boolean not null,          -- there is no text: a person says which vehicle it is of
  candidates  bigint[] not null,         -- the vehicles that the text names
  portal_key  text,                      -- null: the text names no portal
  note        text,
  fields      jsonb,                     -- null: there is no text
  uploaded_at timestamptz not null,
  uploaded_by jsonb not null,
  primary key (tenant_id, reading_id),
  unique (tenant_id, sha256),
  foreign key (tenant_id) references company (tenant_id) on delete cascade
);
create index capture_reading_old on capture_reading (uploaded_at);
comment on table capture_reading is 'PDFs of portals that wait for a person, with what their text says.';
select protect_tenant_table('capture_reading');
