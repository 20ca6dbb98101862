// One of every record that a company may have and a call may name.
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asSystem, type Tx } from '../db/client.ts'
import type { Company, TestServer } from './server.ts'

export type Fixtures = {
  vehicle: number
  user: number
  tag: number
  profile: number
  activity: number
  view: number
  bulk: string
  job: string
  /** A workbook of new vehicles that is refused, with one row. */
  import: string
  /** How a sheet of its company is read. */
  importMapping: string
  /** A workbook of captures of the owner, with a row and a file. */
  batch: string
  /** A file that proves nothing yet, of the vehicle and PROVEN. */
  file: string
  /** A PDF of the vehicle that waits for a person. */
  reading: string
  tagCategory: number
  /** Of tags that were deleted: none. */
  tagUndo: string
  documentType: number
  /** A date of the type. */
  documentField: number
  /** Of the vehicle and the type; its bytes are in no store. */
  document: number
  /** What is written in the field. */
  documentInfo: number
  /** A scheduled report of a filter, and an alert. Both are off. */
  report: number
  alert: number
  /** To somebody of the company, about the job; it did not arrive. */
  email: string
  /** Switched off, and what it failed to deliver. */
  webhook: number
  serviceAccount: number
  channel: number
  delivery: number
  /** Of the owner. */
  token: number
  /** An open one of the owner. */
  session: string
  /** Of the owner, at another address. */
  passkey: string
  ownCalendar: number
}

/** A resource that every vehicle of these tests is checked against. */
export const EVIDENCE_RESOURCE = 1901

export const createTag = (server: TestServer, { tenantId: tenant_id }: Company, tag_name: string): Promise<number> =>
  asSystem(server.db, async (tx) => {
    const category = await tx
      .insertInto('tag_category')
      .values({ tenant_id, category_name: `Grupo de ${tag_name}`, color: 'red' })
      .returning('tag_category_id')
      .executeTakeFirstOrThrow()
    const values = { tenant_id, tag_category_id: category.tag_category_id, tag_name }
    return (await tx.insertInto('tag').values(values).returning('tag_id').executeTakeFirstOrThrow()).tag_id
  })

type DocumentFixtures = Pick<Fixtures, 'documentType' | 'documentField' | 'document' | 'documentInfo'>
const one = <T>({ rows }: { rows: T[] }): T => rows[0] as T

const createDocuments = async (
  tx: Tx,
  tenantId: number,
  vehicle: number,
  user: number,
  mark: string,
): Promise<DocumentFixtures> => {
  const sha256 = createHash('sha256').update(mark).digest('hex')
  await sql`
    insert into stored_file (tenant_id, sha256, size, media_type, scan)
    values (${tenantId}, ${sha256}, 1, 'application/pdf', 'clean')`.execute(tx)
  const { documentType } = one(
    await sql<DocumentFixtures>`
      insert into document_type (tenant_id, type_name)
      values (${tenantId}, ${mark})
      returning document_type_id as "documentType"`.execute(tx),
  )
  const { documentField } = one(
    await sql<DocumentFixtures>`
    insert into document_field (tenant_id, document_type_id, place, field_name, data_type, required)
    values (${tenantId}, ${documentType}, 0, ${mark}, 3, false) returning document_field_id as "documentField"`.execute(
      tx,
    ),
  )
  const { document } = one(
    await sql<DocumentFixtures>`insert into document (tenant_id, vehicle_id, document_type_id, document_name)
    values (${tenantId}, ${vehicle}, ${documentType}, ${mark}) returning document_id as document`.execute(tx),
  )
  await sql`insert into document_version (tenant_id, document_id, version, sha256, file_name, user_id, who)
    values (${tenantId}, ${document}, 1, ${sha256}, ${`${mark}.pdf`}, ${user}, ${mark})`.execute(tx)
  const { documentInfo } = one(
    await sql<DocumentFixtures>`insert into document_value (tenant_id, document_id, document_field_id, value)
    values (${tenantId}, ${document}, ${documentField}, '2026-12-31')
    returning document_info_id as "documentInfo"`.execute(tx),
  )
  return { documentType, documentField, document, documentInfo }
}

const NO_TAGS = JSON.stringify({
  categories: [],
  tags: [],
  vehicles: {},
  users: {},
  documentTypes: {},
  views: [],
  types: [],
})
const createTagUndo = async (
  tx: Tx,
  tenantId: number,
  tag: number,
  mark: string,
): Promise<Pick<Fixtures, 'tagCategory' | 'tagUndo'>> => {
  const { tagCategory } = one(
    await sql<{ tagCategory: number }>`select tag_category_id as "tagCategory" from tag where tag_id = ${tag}`.execute(
      tx,
    ),
  )
  const { tagUndo } = one(
    await sql<{
      tagUndo: string
    }>`insert into tag_undo (tenant_id, who, content) values (${tenantId}, ${mark}, ${NO_TAGS}::jsonb)
    returning undo_id as "tagUndo"`.execute(tx),
  )
  return { tagCategory, tagUndo }
}

/** The alert has a view of its own: one that is in use may not be deleted. */
const createReports = async (
  tx: Tx,
  tenantId: number,
  user: number,
  mark: string,
): Promise<Pick<Fixtures, 'report' | 'alert'>> => {
  const mail = `${mark.toLowerCase()}@ejemplo.mx`
  const { report } = one(
    await sql<{ report: number }>`
    insert into scheduled_report (tenant_id, report_name, kind, mails, frequency, send_day, send_hour, empty_policy,
    active, first_on, filter)
    values (${tenantId}, ${mark}, 'debts', array[${mail}], 'weekly', 1, 7, 'send', false, '2026-01-05',
      ${JSON.stringify({ lessor: mark })}::jsonb)
    returning report_id as report`.execute(tx),
  )
  const { alert } = one(
    await sql<{ alert: number }>`
    with watched as (insert into saved_view (tenant_id, user_id, view_name, shared, definition)
      values (${tenantId}, ${user}, ${`${mark} vigilada`}, true, '{"vehicleClass":{},"columns":null}')
      returning view_id)
    insert into alert (tenant_id, alert_name, view_id, measure, threshold, mails, active)
    select ${tenantId}, ${mark}, view_id, 'vehicles', 1, array[${mail}], false
    from watched
    returning alert_id as alert`.execute(tx),
  )
  return { report, alert }
}

/** Its state is that of an installation without a mail server. */
const createEmail = async (tx: Tx, tenantId: number, job: string, mark: string): Promise<Pick<Fixtures, 'email'>> => {
  const content = JSON.stringify({ subject: mark, lines: [mark] })
  return one(
    await sql<{ email: string }>`insert into mail (tenant_id, kind, subject_id, recipient, content, state)
    values (${tenantId}, 'result', ${job}, ${`${mark.toLowerCase()}@ejemplo.mx`}, ${content}::jsonb, 'kept')
    returning mail_id as email`.execute(tx),
  )
}

const createIntegrations = async (
  tx: Tx,
  tenantId: number,
  user: number,
  mark: string,
): Promise<Pick<Fixtures, 'webhook' | 'serviceAccount' | 'channel' | 'delivery' | 'token' | 'session' | 'passkey'>> => {
  const { webhook } = one(
    await sql<{
      webhook: number
    }>`insert into webhook (tenant_id, webhook_name, url, host, events, active, user_id, secrets)
    values (${tenantId}, ${mark}, ${`https://ejemplo.mx/${mark}`}, 'ejemplo.mx', '{vehicle.created}', false, ${user},
      '{}')
    returning webhook_id as webhook`.execute(tx),
  )
  const { channel } = one(
    await sql<{
      channel: number
    }>`insert into channel (tenant_id, kind, channel_name, address, shown_address, active, user_id)
    values (${tenantId}, 'slack', ${mark}, ${`{"url":"https://hooks.slack.com/services/${mark}"}`},
      'hooks.slack.com', false, ${user})
    returning channel_id as channel`.execute(tx),
  )
  await sql`insert into channel_delivery (tenant_id, channel_id, kind, event_key, content, status, next_at)
    values (${tenantId}, ${channel}, 'alert', ${mark}, ${JSON.stringify({ title: mark })}::jsonb, 'failed', null)`.execute(
    tx,
  )
  const data = JSON.stringify({ vehicle: { plate: mark } })
  const { delivery } = one(
    await sql<{
      delivery: number
    }>`insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data, status, next_at)
    values (${tenantId}, ${webhook}, gen_random_uuid(), 'vehicle.created', now(), ${data}::jsonb, 'failed', null)
    returning delivery_id as delivery`.execute(tx),
  )
  const hash = createHash('sha256').update(`token ${mark}`).digest()
  const { token } = one(
    await sql<{
      token: number
    }>`insert into personal_token (tenant_id, user_id, token_name, token_hash, ending, scope, expires_at)
    values (${tenantId}, ${user}, ${mark}, ${hash}, 'abcd', '{vehicles_read}', now() + interval '1 day')
    returning token_id as token`.execute(tx),
  )
  const { serviceAccount } = one(
    await sql<{ serviceAccount: number }>`
    with named as (insert into app_user (tenant_id, username, password_hash, active, is_service)
      values (${tenantId}, ${`cuenta de servicio «${mark}»`}, '', false, true)
      returning user_id)
    insert into service_account (tenant_id, user_id, account_name, role_ids, addresses, secret_hash, ending, created_by,
      expires_at)
    select ${tenantId}::bigint, user_id, ${mark}, '{11}', '{10.0.0.0/8}',
      ${createHash('sha256').update(`service account ${mark}`).digest()}, 'abcd', ${mark}, now() + interval '1 day'
    from named
    returning user_id as "serviceAccount"`.execute(tx),
  )
  const { session } = one(
    await sql<{
      session: string
    }>`insert into access_token (tenant_id, user_id, token_hash, client_id, scope, expires_at)
    values (${tenantId}, ${user}, ${createHash('sha256').update(`session ${mark}`).digest()}, '', '',
      now() + interval '1 day')
    returning encode(substr(token_hash, 1, 16), 'hex')::uuid as session`.execute(tx),
  )
  await sql`insert into second_factor (tenant_id, user_id) values (${tenantId}, ${user}) on conflict do nothing`.execute(
    tx,
  )
  const { passkey } = one(
    await sql<{
      passkey: string
    }>`insert into passkey (tenant_id, user_id, credential_id, public_key, counter, transports, rp_id, passkey_name)
    values (${tenantId}, ${user}, ${hash}, '\\x00', 0, '{}', 'antes.example', ${mark})
    returning passkey_id as passkey`.execute(tx),
  )
  return { webhook, serviceAccount, channel, delivery, token, session, passkey }
}

const createOwnCalendar = async (tx: Tx, tenantId: number, mark: string): Promise<Pick<Fixtures, 'ownCalendar'>> =>
  one(
    await sql<{ ownCalendar: number }>`
    insert into own_calendar (tenant_id, kind, title, state_ids, digits, spans, note)
    values (${tenantId}, 'calendar', ${mark}, '{}', '{}', '[{"from":"03-01","to":"04-30"}]', ${mark})
    returning own_calendar_id as "ownCalendar"`.execute(tx),
  )

/** @param owner of what belongs to one user; without one, the user made here
 * @param mark is in each of their texts, so that it can be searched for; letters and digits, unique per company */
/** Applied, with a row, a proof, and what it replaced. */
const createBatch = async (tx: Tx, tenantId: number, userId: number, vehicleId: number, mark: string) => {
  const batchId = randomUUID()
  const own = { tenant_id: tenantId, batch_id: batchId }
  await tx
    .insertInto('capture_batch')
    .values({ ...own, user_id: userId, who: mark, file_name: mark, state: 'applied', applied_at: sql`now()` })
    .execute()
  await tx
    .insertInto('capture_batch_row')
    .values({ ...own, row_number: 2, cells: JSON.stringify({ plate: mark }) })
    .execute()
  await tx
    .insertInto('capture_batch_file')
    .values({
      ...own,
      file_id: randomUUID(),
      file_name: mark,
      media_type: 'application/pdf',
      size: 1,
      sha256: mark,
      path: mark,
    })
    .execute()
  await tx
    .insertInto('capture_batch_change')
    .values({ ...own, vehicle_id: vehicleId, resource_id: EVIDENCE_RESOURCE, rows: [2], before: '{}' })
    .execute()
  return batchId
}

export const createFixtures = async (
  server: TestServer,
  company: Company,
  mark: string,
  owner?: number,
): Promise<Fixtures> => {
  const columns = {
    custom_id: mark,
    rfc_name: mark,
    tax_identifier: mark,
    lessor_name: mark,
    brand_name: mark,
    model_name: mark,
    version_name: mark,
    class: mark,
    type: mark,
    engine_number: mark,
    owner_name: mark,
    vehicle_color: mark,
    origin_country: mark,
    variation: mark,
    cilinders: mark,
    axes: mark,
    assembly_place: mark,
    observations: mark,
    plate_entity: mark,
    registration_institution: mark,
    registration_sheet: mark,
    supplementary_data: mark,
  }
  const [vehicle = 0] = await server.vehicles(company, [{ plate: mark.toUpperCase().slice(0, 10), columns }])
  const profile = await server.profile(company, mark, ['vehicles_read'])
  const { userId: user } = await server.somebody(company, mark.toLowerCase(), [], { profile })
  const tag = await createTag(server, company, mark)
  return asSystem(server.db, async (tx) => {
    await tx
      .updateTable('app_user')
      .set({ first_name: mark, last_name: mark, custom_id: mark, email: `${mark}@ejemplo.mx`, phone: '8112345678' })
      .where('user_id', '=', user)
      .execute()
    await tx.insertInto('user_tag').values({ tenant_id: company.tenantId, user_id: user, tag_id: tag }).execute()
    const { rows } = await sql<{ id: number }>`
      select max(activity_id) as id
      from activity
      where tenant_id = ${company.tenantId}`.execute(tx)
    const view = await tx
      .insertInto('saved_view')
      .values({
        tenant_id: company.tenantId,
        user_id: owner ?? user,
        view_name: mark,
        shared: true,
        definition: '{"vehicleClass":{},"columns":null}',
      })
      .returning('view_id')
      .executeTakeFirstOrThrow()
    const bulk = await tx
      .insertInto('bulk_change')
      .values({
        tenant_id: company.tenantId,
        who: mark,
        description: mark,
        change: '{"field":"class","value":null}',
        vehicles: 0,
      })
      .returning('bulk_id')
      .executeTakeFirstOrThrow()
    const job = await tx
      .insertInto('queue_item')
      .values({
        tenant_id: company.tenantId,
        queue_item_id: randomUUID(),
        queue_id: 5,
        queue_name: mark,
        description: mark,
        payload: '{}',
      })
      .returning('queue_item_id')
      .executeTakeFirstOrThrow()
    const validation = {
      checkId: randomUUID(),
      summary: {
        sheetName: mark,
        contentHash: mark,
        rows: 1,
        headingRow: 1,
        fields: ['plate'],
        headings: [mark],
        fileNotes: [],
      },
      totals: {
        counts: { rows: 1, new: 0, changed: 0, unchanged: 0, refused: 1, warned: 0, omitted: 0 },
        errorCount: 1,
        warningCount: 0,
        deactivated: 0,
        reactivated: 0,
        replaced: 0,
        tagged: 0,
        affected: 0,
        active: 1,
        commonNotes: [],
        otherNotes: 0,
      },
      newTags: [mark],
      newTagCount: 1,
    }
    const imported = await tx
      .insertInto('vehicle_import')
      .values({
        tenant_id: company.tenantId,
        import_id: randomUUID(),
        kind: 'add',
        file_name: `${mark}.xlsx`,
        file_path: mark,
        file_size: 1,
        content_hash: mark,
        user_id: user,
        who: mark,
        state: 'refused',
        judged: JSON.stringify(validation),
      })
      .returning('import_id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('vehicle_import_row')
      .values({
        tenant_id: company.tenantId,
        import_id: imported.import_id,
        row_number: 2,
        action: 'refused',
        warned: false,
        given: 0,
        plate: mark,
        texts: JSON.stringify({ plate: mark }),
        notes: JSON.stringify([{ f: 'plate', l: 'error', m: mark }]),
      })
      .execute()
    const { importMapping } = one(
      await sql<{ importMapping: string }>`
      insert into import_mapping (tenant_id, kind, name, headings_hash, columns, "values", who)
      values (${company.tenantId}, 'add', ${mark}, ${mark}, '{"columns": [], "sheets": []}', '[]', ${mark})
      returning import_mapping_id as "importMapping"`.execute(tx),
    )
    const batch = await createBatch(tx, company.tenantId, owner ?? user, vehicle, mark)
    const file = await tx
      .insertInto('evidence_file')
      .values({
        tenant_id: company.tenantId,
        file_id: randomUUID(),
        vehicle_id: vehicle,
        resource_id: EVIDENCE_RESOURCE,
        file_name: `${mark}.pdf`,
        media_type: 'application/pdf',
        size: 1,
        sha256: mark,
        path: mark,
      })
      .returning('file_id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('debt')
      .values({
        tenant_id: company.tenantId,
        vehicle_id: vehicle,
        resource_id: EVIDENCE_RESOURCE,
        debt_key: mark,
        resource_type_id: 1,
        description: mark,
        first_seen_at: sql`now()`,
        last_seen_at: sql`now()`,
      })
      .execute()
    const activity = rows[0]?.id ?? 0
    const unique = {
      bulk: bulk.bulk_id,
      job: job.queue_item_id,
      file: file.file_id,
      import: imported.import_id,
      importMapping,
      batch,
    }
    const documents = await createDocuments(tx, company.tenantId, vehicle, user, mark)
    const tagUndo = await createTagUndo(tx, company.tenantId, tag, mark)
    const reports = await createReports(tx, company.tenantId, user, mark)
    const email = await createEmail(tx, company.tenantId, job.queue_item_id, mark)
    const { reading } = one(
      await sql<{ reading: string }>`
      insert into capture_reading (tenant_id, reading_id, vehicle_id, file_name, size, sha256, path, unreadable,
        candidates, uploaded_at, uploaded_by)
      values (${company.tenantId}, ${randomUUID()}, ${vehicle}, ${`${mark}.pdf`}, 1, ${mark}, ${mark}, true, '{}',
        now(), '{"id":1,"name":"x"}')
      returning reading_id as reading`.execute(tx),
    )
    const integrations = await createIntegrations(tx, company.tenantId, owner ?? user, mark)
    const ownCalendar = await createOwnCalendar(tx, company.tenantId, mark)
    return {
      vehicle,
      reading,
      user,
      tag,
      profile,
      activity,
      view: view.view_id,
      ...unique,
      ...documents,
      ...tagUndo,
      ...reports,
      ...email,
      ...integrations,
      ...ownCalendar,
    }
  })
}
