// A company moves between two installations that work on: every row and file, under load, and back. What fails or is
// killed on the way leaves it where it was.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { MOVE_TEXTS } from '@padron/contract/common'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { claimDue } from '../checks/engine/claims.ts'
import { reserveAccountIds } from '../db/account-ids.ts'
import { asSystem, asTenant, type Db } from '../db/client.ts'
import { tenantTables } from '../db/company-data.ts'
import { lockCompany, WRITERS_LOCK } from '../db/company-lock.ts'
import { connect } from '../db/connect.ts'
import { openAddress } from '../features/channels/address.ts'
import { spool } from '../files/spool.ts'
import { claimEmail } from '../mail/claim.ts'
import { SEALED_COLUMNS } from '../secrets/sealed-columns.ts'
import { isDrill, someCases } from '../testing/drill.ts'
import { fillEmpty } from '../testing/every-table.ts'
import { createFixtures } from '../testing/fixtures.ts'
import { type Installation, testInstallation } from '../testing/places.ts'
import { runPadron } from '../testing/processes/padron-command.ts'
import { type Company, PASSWORD, type Somebody, type TestServer } from '../testing/server.ts'
import { tokenOf, visitor } from '../testing/sign-in/identity.ts'
import { newSecret, openSecret, sealSecret } from '../webhooks/secret.ts'
import { copyHistory, copyRest } from './copy-history.ts'
import { commitArrival, companyTables, LEFT_OUT, withArrival } from './copy-rows.ts'
import { cancelMove, moveCompany } from './move-company.ts'
import { closeToWriters, drainWorkers, leaveForGood, reopenSource } from './source.ts'
import { makeRoom } from './target.ts'

/** Milliseconds for moves where the machine has other work, too. */
const SLOW = 240_000
const folder = mkdtempSync(join(tmpdir(), 'padron-move-'))
const OPERATOR = { origin: 'operator', name: 'Operador (prueba)' } as const

let here: Installation
let there: Installation
beforeAll(async () => {
  here = await testInstallation('mx1', folder)
  there = await testInstallation('mx2', folder)
}, SLOW)
afterAll(async () => {
  await here.server.stop()
  await there.server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const move = (name: string, from = here, to = there, more: Partial<Parameters<typeof moveCompany>[0]> = {}) =>
  moveCompany({ source: from.place, target: to.place, name, actor: OPERATOR, ...more })

/** What a move changes on purpose: the state of the company, the seals of secrets, and a line of the activity log. */
const columnsOf = (table: string): string =>
  ({
    company: `to_jsonb(t) - array['move_state', 'moved_to', 'moved_at', 'erase_at']`,
    ...Object.fromEntries(SEALED_COLUMNS.map(({ table, column }) => [table, `to_jsonb(t) - '${column}'`])),
  })[table] ?? 'to_jsonb(t)'
const WITHOUT: Readonly<Record<string, string>> = { activity: `and not changes ? 'moved' and not changes ? 'erase_at'` }

/** The rows of every table of a company. */
const rowsOf = async ({ server: { db } }: Installation, { tenantId }: Company): Promise<Record<string, string[]>> => {
  const held: Record<string, string[]> = {}
  for (const table of await asSystem(db, tenantTables)) {
    if (LEFT_OUT.has(table)) continue
    const { rows } = await db.system.query<{ row: string }>(
      `select (${columnsOf(table)})::text as row
       from ${table} t
       where tenant_id = $1 ${WITHOUT[table] ?? ''}
       order by 1`,
      [tenantId],
    )
    held[table] = rows.map(({ row }) => row)
  }
  return held
}

const writeFiles = async ({ server, place }: Installation, { tenantId }: Company) => {
  const content = randomBytes(200_000)
  const keep = async (store: 'jobResults' | 'emailFiles' | 'evidence') => {
    const { path } = await place.stores[store].write(randomUUID(), new Date(), async (into) => void into.end(content))
    return path
  }
  const evidence = await keep('evidence')
  const spooled = await spool(Readable.from([content]), join(folder, randomUUID()), 'poliza.pdf')
  const document = `${tenantId}/${spooled.sha256}`
  await place.stores.documents.put(document, spooled)
  const { system } = server.db
  await system.query(`update evidence_file set path = $2 where tenant_id = $1`, [tenantId, evidence])
  await system.query(
    `
    insert into stored_file (tenant_id, sha256, size, media_type, scan)
    values ($1, $2, 200000, 'application/pdf', 'clean')`,
    [tenantId, spooled.sha256],
  )
  return { content, evidence, document }
}

const readAll = async (from: Promise<Readable | undefined>): Promise<Buffer | undefined> => {
  const found = await from
  return found && buffer(found)
}

const createTag = (server: TestServer, who: Somebody, name: string) =>
  server.ask(who, {
    method: 'POST',
    url: '/api/v2/tags/categories',
    payload: { TagCategory: [{ TagCategoryName: name, TagColor: 'red' }] },
  })

/** Nothing of a move is left: people write, and workers claim. */
const expectWorking = async ({ server }: Installation, who: Somebody) => {
  expect((await createTag(server, who, `tras ${randomUUID().slice(0, 8)}`)).status).toBe(200)
  const { rows } = await server.db.system.query(`select move_state, erase_at from company where tenant_id = $1`, [
    who.tenantId,
  ])
  expect(rows).toEqual([{ move_state: null, erase_at: null }])
}
const companiesOf = async ({ system }: Db) =>
  (await system.query<{ name: string }>('select short_name as name from company order by 1')).rows.map(
    ({ name }) => name,
  )

describe('a move', () => {
  it(
    'moves every row of every table and every file, and back',
    async () => {
      const company = await here.server.company('norte')
      const main = await here.server.somebody(company, 'admin', ['admin'])
      await createFixtures(here.server, company, 'UNO')
      const system = await here.server.db.system.connect()
      expect(await fillEmpty(system)).toEqual([])
      system.release()
      // Enrolled vehicles are waited for; these never are.
      await here.server.db.system.query('delete from pending_enrolment')
      const secret = newSecret()
      await here.server.db.system.query(`update webhook set secrets = array[$1]`, [
        sealSecret(here.server.secrets, company.tenantId, secret),
      ])
      const files = await writeFiles(here, company)
      const neighbour = await there.server.company('vecina')
      const before = await rowsOf(here, company)
      const nothing = Object.entries(before).flatMap(([table, rows]) => (rows.length === 0 ? table : []))
      expect(nothing).toEqual(['pending_enrolment'])

      const moved = await move('norte')
      expect(moved?.rows).toBeGreaterThan(80)
      expect(await rowsOf(there, company)).toEqual(before)
      expect(await readAll(there.place.stores.evidence.read(files.evidence))).toEqual(files.content)
      expect(await readAll(there.place.stores.documents.read(files.document))).toEqual(files.content)
      const { rows } = await there.server.db.system.query<{ secrets: string[] }>('select secrets from webhook')
      expect(rows.map(({ secrets }) => openSecret(there.server.secrets, company.tenantId, secrets[0] ?? ''))).toEqual([
        secret,
      ])
      const { rows: channels } = await there.server.db.system.query<{ address: string }>('select address from channel')
      expect(channels.map(({ address }) => openAddress(there.server.secrets, company.tenantId, address))).toEqual([
        { url: 'https://hooks.slack.com/services/UNO' },
      ])
      const waiting = `
        select id from pgboss.job where group_id = $1 and state = 'created'
        except select queue_item_id from queue_item where tenant_id = $1::bigint and finished_at is null`
      expect((await there.server.db.system.query(waiting, [String(company.tenantId)])).rows).toEqual([])

      // Where it was, people are told where it is; there they sign in and work.
      const session = await here.server.ask(main, { url: '/connect/userinfo' })
      expect([session.status, session.body]).toMatchObject([410, { title: MOVE_TEXTS.movedTo('https://mx2.mx') }])
      const refused = await (await visitor(here.server.app)).signIn('norte-admin', PASSWORD)
      expect(refused.body).toMatchObject({ error_description: MOVE_TEXTS.movedTo('https://mx2.mx') })
      const token = tokenOf(await (await visitor(there.server.app)).signIn('norte-admin', PASSWORD))
      const user = { ...main, token }
      await expectWorking(there, user)
      await there.server.vehicles(company, [{ plate: 'NVO001A' }])
      await there.server.vehicles(neighbour, [{ plate: 'NVO001A' }])
      const log = await there.server.ask(user, {
        method: 'POST',
        url: '/api/v2/activity',
        payload: { filter: { subjectKind: 'company' } },
      })
      expect(JSON.stringify(log.body)).toContain('https://mx2.mx')

      const changed = await rowsOf(there, company)
      await move('norte', there, here)
      expect(await rowsOf(here, company)).toEqual(changed)
      await here.server.vehicles(company, [{ plate: 'NVO002A' }])
      expect(await readAll(here.place.stores.documents.read(files.document))).toEqual(files.content)
    },
    SLOW,
  )

  it.runIf(isDrill)(
    'under load loses no acknowledged write, rejects writes only for a moment and reads never',
    async () => {
      const company = await here.server.company('cargada')
      const main = await here.server.somebody(company, 'admin', ['admin'])
      await here.server.vehicles(
        company,
        Array.from({ length: 200 }, (_, n) => ({ plate: `CRG${String(n).padStart(3, '0')}A` })),
      )
      for (const writer of [1, 2, 3]) expect((await createTag(here.server, main, `e${writer}-0`)).status).toBe(200)
      const { body } = await here.server.ask(main, { url: '/api/v2/tags/categories' })
      const categories = (body as { categories: { tagCategoryId: number; tagCategoryName: string }[] }).categories
      const acknowledged: string[] = []
      const refusals = new Set<unknown>()
      const reads = new Set<number>()
      let isOver = false
      const write = async (writer: number) => {
        const [first] = categories.filter(({ tagCategoryName }) => tagCategoryName === `e${writer}-0`)
        for (let n = 0; !isOver; ) {
          const payload = {
            tagCategoryId: first?.tagCategoryId,
            tagCategoryName: `e${writer}-${n + 1}`,
            tagColor: 'red',
            expected: { tagCategoryName: `e${writer}-${n}`, tagColor: 'red' },
          }
          const { status, body } = await here.server.ask(main, {
            method: 'PUT',
            url: '/api/v2/tags/categories',
            payload,
          })
          if (status === 200) acknowledged.push(`e${writer}-${++n}`)
          else refusals.add(JSON.stringify([status, (body as { title: string }).title]))
        }
      }
      const read = async () => {
        while (!isOver) {
          reads.add((await here.server.ask(main, { url: '/api/v2/tags/categories' })).status)
          reads.add((await here.server.ask(main, { method: 'POST', url: '/api/v2/vehicleAsset', payload: {} })).status)
        }
      }
      const load = [write(1), write(2), write(3), read(), read()]
      onTestFinished(async () => {
        isOver = true
        await Promise.allSettled(load)
      })
      const onStep = async (step: string) => {
        if (step === 'drain') await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
        if (step === 'copied') {
          // Both go on until nobody can write and somebody has read.
          await expect.poll(() => refusals.size).toBeGreaterThan(0)
          isOver = true
          await Promise.all(load)
        }
      }
      await move('cargada', here, there, { onStep })
      expect([...refusals]).toEqual([JSON.stringify([503, MOVE_TEXTS.moving])])
      expect([...reads]).toEqual([200])
      const { rows } = await there.server.db.system.query<{ name: string }>(
        `
        select changes -> 'category_name' ->> 1 as name
        from activity
        where tenant_id = $1 and subject_kind = 'tag_category' and action = 'update'`,
        [company.tenantId],
      )
      expect(rows.map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted())
    },
    SLOW,
  )

  it.runIf(isDrill)('includes what changes after the history was copied', { timeout: SLOW }, async () => {
    const company = await here.server.company('cambiante')
    await here.server.vehicles(
      company,
      ['A', 'B', 'C', 'D'].map((letter) => ({ plate: `CMB00${letter}` })),
    )
    const { system } = here.server.db
    const run = (sql: string) => system.query(sql, [company.tenantId])
    const vehicle = (plate: string) => `(select vehicle_id from vehicle where tenant_id = $1 and plate = '${plate}')`
    const addRun = (plate: string, age: string) =>
      run(`
        with run as (
          insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
            duration_ms, outcome, raw)
          select $1, first_id_at(now() - interval '${age}'), ${vehicle(plate)}, 'x', 'x', 1,
            now() - interval '${age}', 1, 'ok', '\\x00'
          returning run_id)
        insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
        select $1, run_id, (select min(resource_id) from resource), 1, '[]', '{}'
        from run`)
    await run(`
      insert into activity (tenant_id, at, origin, who, subject_kind, subject_name, action, changes)
      values ($1, now() - interval '2 days', 'system', 'x', 'tag', 'x', 'create', '{}')`)
    for (const plate of ['CMB00A', 'CMB00B', 'CMB00C']) await addRun(plate, `1 day ${plate.charCodeAt(5)} minutes`)
    const changeAndMove = async (from: Installation, to: Installation, change: () => Promise<unknown>) => {
      await move('cambiante', from, to, {
        onStep: async (step) => {
          if (step === 'drain') await change()
          if (step === 'read-only') before = await rowsOf(from, company)
        },
      })
      expect(await rowsOf(to, company)).toEqual(before)
    }
    let before: Record<string, string[]> = {}
    await changeAndMove(here, there, async () => {
      await run(`update vehicle set plate = 'CMB00X' where tenant_id = $1 and plate = 'CMB00A'`)
      await run(`update vehicle set plate = 'CMB00A' where tenant_id = $1 and plate = 'CMB00B'`)
      await run(`update vehicle set plate = 'CMB00B' where tenant_id = $1 and plate = 'CMB00X'`)
      await here.server.vehicles(company, [{ plate: 'CMB00E' }])
      await addRun('CMB00E', '1 minute')
    })
    expect(before.check_run).toHaveLength(4)
    await changeAndMove(there, here, () =>
      there.server.db.system.query(`
      delete from vehicle where tenant_id = ${company.tenantId} and plate = 'CMB00C'`),
    )
    expect(before.check_run).toHaveLength(3)
    await changeAndMove(here, there, () => addRun('CMB00D', '3 days'))
    expect(before.check_run).toHaveLength(4)
  })

  it('waits for work in progress of the company, and gives workers nothing new', { timeout: SLOW }, async () => {
    const company = await here.server.company('ocupada')
    const main = await here.server.somebody(company, 'admin', ['admin'])
    await here.server.vehicles(company, [{ plate: 'OCP001A' }])
    const { system } = here.server.db
    const { rows } = await system.query<{ portal: string; connector: string }>(
      `
      update due_check
      set claim_id = gen_random_uuid(), claimed_until = now() + interval '1 hour'
      where tenant_id = $1
      returning portal_key as portal, connector_key as connector`,
      [company.tenantId],
    )
    await system.query(`update portal set base_url = 'https://portal.mx' where portal_key = any($1)`, [
      rows.map(({ portal }) => portal),
    ])
    await expect(move('ocupada', here, there, { drainMs: 200 })).rejects.toThrow(/sigue en uso: .*consultas a fuentes/)
    await expectWorking(here, main)

    await system.query(`update due_check set claim_id = null, due_at = now() where tenant_id = $1`, [company.tenantId])
    await system.query(
      `insert into mail (tenant_id, kind, subject_id, recipient, content, state)
      values ($1, 'x', gen_random_uuid(), 'a@b.mx', '{}', 'queued')`,
      [company.tenantId],
    )
    await drainWorkers(here.place, company.tenantId, 10_000)
    onTestFinished(() => cancelMove({ source: here.place, target: there.place, name: 'ocupada' }))
    expect(await claimEmail(here.server.db, company.tenantId, 60)).toBeUndefined()
    for (const { portal, connector } of rows) {
      const request = { portalKey: portal, most: 10, leaseSeconds: 60, connectors: [connector] }
      const claims = (await claimDue(here.server.db, request))?.claims ?? []
      expect(claims.filter(({ tenantId }) => tenantId === company.tenantId)).toEqual([])
    }
    // People work on meanwhile.
    expect((await createTag(here.server, main, 'mientras')).status).toBe(200)
  })

  it('waits until sign-ins in progress have ended', { timeout: SLOW }, async () => {
    const { tenantId } = await here.server.company('firmante')
    const locked = Promise.withResolvers<number>()
    const end = Promise.withResolvers<void>()
    const signIn = asSystem(here.server.db, async (tx) => {
      await lockCompany(tx, tenantId)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      locked.resolve(rows[0]?.pid ?? 0)
      await end.promise
    })
    const pid = await locked.promise
    let isClosed = false
    const closed = closeToWriters(here.place, tenantId).then(() => {
      isClosed = true
    })
    await expect
      .poll(async () => {
        const blocked = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
        return (await here.server.db.system.query(blocked, [pid])).rowCount
      })
      .toBe(1)
    expect(isClosed).toBe(false)
    end.resolve()
    await signIn
    await closed
    await reopenSource(here.place, tenantId)
  })

  const COMMANDS = [
    'company suspend',
    'fleet restore',
    'user create',
    'user reset-password',
    'company sign-in',
  ] as const
  const ARGUMENTS: Record<(typeof COMMANDS)[number], string[]> = {
    'company suspend': ['--name', 'mandada'],
    'fleet restore': ['mandada', randomUUID()],
    'user create': ['--company', 'mandada', '--user', 'nueva', '--roles', 'vehicles_read'],
    'user reset-password': ['--company', 'mandada'],
    'company sign-in': ['--name', 'mandada', '--remove'],
  }
  it('refuses commands that waited for the company while writes were closed', { timeout: SLOW }, async () => {
    const { tenantId } = await here.server.company('mandada')
    const { system } = here.server.db
    const env = { DATABASE_URL: here.place.addressOf('padron_owner').connectionString, PADRON_PLACE: 'mx1' }
    const rows = async () =>
      (
        await system.query(
          `select suspended_at, username, password_hash
          from company join app_user using (tenant_id)
          where tenant_id = $1`,
          [tenantId],
        )
      ).rows
    const before = await rows()
    const move = await system.connect()
    onTestFinished(() => move.release())
    for (const name of COMMANDS) {
      await move.query('begin')
      await move.query(`select pg_advisory_xact_lock(${WRITERS_LOCK}, hashint8($1::bigint))`, [tenantId])
      await move.query(`update company set move_state = 'read-only' where tenant_id = $1`, [tenantId])
      const { rows: own } = await move.query<{ pid: number }>('select pg_backend_pid() as pid')
      const command = runPadron(env, [...name.split(' '), ...ARGUMENTS[name]])
      await expect
        .poll(async () => {
          const blocked = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
          return (await system.query(blocked, [own[0]?.pid])).rowCount
        })
        .toBe(1)
      await move.query('commit')
      expect(await command, name).toMatchObject({
        code: 1,
        err: 'La empresa «mandada» se traslada, o vive en otra instalación.\n',
      })
      await reopenSource(here.place, tenantId)
    }
    expect(await rows()).toEqual(before)
  })
})

describe('a move that does not complete', () => {
  it('leaves the company where it was, and in use, whatever step fails', { timeout: SLOW }, async () => {
    const company = await here.server.company('fallida')
    const main = await here.server.somebody(company, 'admin', ['admin'])
    await createFixtures(here.server, company, 'TRES')
    const companies = await companiesOf(there.server.db)
    const waiting = `select id from pgboss.job where group_id = $1 and state = 'created'`
    const items = `select queue_item_id as id from queue_item where tenant_id = $1 and finished_at is null`
    const jobs = (query: string) => here.server.db.system.query(query, [String(company.tenantId)])
    const steps = ['room', 'files', 'history', 'drain', 'read-only', 'table vehicle', 'table due_check', 'copied']
    for (const failing of someCases(steps, 1, 5)) {
      const onStep = (step: string) => {
        if (step === failing) throw new Error(`no ${step}`)
      }
      await expect(move('fallida', here, there, { onStep })).rejects.toThrow(`no ${failing}`)
      await expectWorking(here, main)
      expect((await jobs(waiting)).rows).toEqual((await jobs(items)).rows)
      expect(await companiesOf(there.server.db)).toEqual(companies)
    }
  })

  it.runIf(isDrill)(
    'because it was killed is repeated, cancelled or completed by the next command',
    { timeout: SLOW },
    async () => {
      const company = await here.server.company('cortada')
      const main = await here.server.somebody(company, 'admin', ['admin'])
      await here.server.vehicles(company, [{ plate: 'CRT001A' }])
      const { tenantId } = company
      const copied = async () => {
        await makeRoom(there.place, tenantId)
        await drainWorkers(here.place, tenantId, 10_000)
        await closeToWriters(here.place, tenantId)
        const tables = await companyTables(here.place)
        await withArrival(here.place, there.place, tenantId, async (arrival) => {
          const moment = await copyHistory(arrival, tables)
          await copyRest(arrival, { tables, moment, onTable: () => undefined })
          await commitArrival(arrival, here.place, there.place)
        })
      }
      const arrived = async () => (await visitor(there.server.app)).signIn('cortada-admin', PASSWORD)

      await copied()
      expect((await createTag(here.server, main, 'no')).body).toMatchObject({ title: MOVE_TEXTS.moving })
      expect((await arrived()).body).toMatchObject({ error_description: MOVE_TEXTS.moving })
      await cancelMove({ source: here.place, target: there.place, name: 'cortada' })
      await expectWorking(here, main)
      expect(await companiesOf(there.server.db)).not.toContain('cortada')

      await copied()
      expect(await move('cortada')).toMatchObject({ rows: expect.any(Number) })
      expect(tokenOf(await arrived())).toBeDefined()

      await move('cortada', there, here)
      await copied()
      await leaveForGood(here.place, tenantId, there.place.address)
      await expect(cancelMove({ source: here.place, target: there.place, name: 'cortada' })).rejects.toThrow(
        'no se está trasladando',
      )
      expect(await move('cortada')).toBeUndefined()
      expect(tokenOf(await arrived())).toBeDefined()
      await expect(move('cortada')).rejects.toThrow('ya se trasladó')
    },
  )

  it('is rejected before anything changes if the target cannot accept the company', { timeout: SLOW }, async () => {
    const company = await here.server.company('repetida')
    const main = await here.server.somebody(company, 'admin', ['admin'])
    await there.server.company('repetida')
    await expect(move('repetida')).rejects.toThrow('ya son de otros el nombre o los números de la empresa: repetida')
    await expect(move('nadie')).rejects.toThrow('No existe la empresa nadie.')
    const { addressOf, db } = here.server
    const unguarded = connect((role) => ({ ...addressOf(role), place: undefined }))
    await asTenant(unguarded, company.tenantId, (tx) => tx.selectFrom('vehicle').select('vehicle_id').execute())
    await expect(move('repetida')).rejects.toThrow('Hay procesos que empezaron sin PADRON_PLACE')
    await unguarded.close()
    const withoutPlace = { ...here, place: { ...here.place, db: { ...db, movable: false } } }
    await expect(move('repetida', withoutPlace)).rejects.toThrow('no tiene PADRON_PLACE')
    const addDomain = async ({ server: { db } }: Installation, name: string) => {
      const { rows } = await db.system.query<{ id: number }>(
        'select tenant_id as id from company where short_name = $1',
        [name],
      )
      const id = rows[0]?.id
      await db.system.query(
        `insert into company_idp (tenant_id, issuer, client_id, client_secret) values ($1, 'https://x', 'x', 'x')
         on conflict do nothing`,
        [id],
      )
      await db.system.query(`insert into company_idp_domain (tenant_id, domain) values ($1, 'repetida.mx')`, [id])
    }
    await addDomain(here, 'repetida')
    await there.server.db.system.query(`update company set short_name = 'dominio' where short_name = 'repetida'`)
    await addDomain(there, 'dominio')
    await expect(move('repetida')).rejects.toThrow('En el destino ya son de otra empresa los dominios repetida.mx')
    await there.server.db.system.query('delete from company_idp_domain')
    const addPortal = ({ server }: Installation) =>
      server.db.system.query(
        `insert into portal (portal_key, portal_name, owner_name, country) values ('propio', 'Propio', 'Propio', 'MX')`,
      )
    await addPortal(here)
    await expect(move('repetida')).rejects.toThrow('El destino no tiene estos portales: propio')
    await addPortal(there)
    await here.server.db.system.query(`update company set erase_at = now() + interval '1 day' where tenant_id = $1`, [
      company.tenantId,
    ])
    await expect(move('repetida')).rejects.toThrow('está por borrarse')
    await here.server.db.system.query(`update company set erase_at = null where tenant_id = $1`, [company.tenantId])
    await expectWorking(here, main)
  })
})

it('each place has its own range of ids', async () => {
  const { rows } = await there.server.db.system.query<{ id: number }>(
    `insert into company (short_name, company_name, country, time_zone) values ('lejana', 'x', 'MX', 'UTC')
    returning tenant_id as id`,
  )
  const id = rows[0]?.id ?? 0
  expect(id).toBeGreaterThan(2 ** 37)
  expect(id).toBeLessThan(2 ** 53)
  const { db, addressOf } = there.server
  await reserveAccountIds(db, (role) => ({ ...addressOf(role), place: 'z' }))
  await reserveAccountIds(db, addressOf)
  const again = await asTenant(there.server.db, id, (tx) =>
    tx
      .insertInto('app_user')
      .values({ tenant_id: id, username: 'lejana-ana', password_hash: 'x' })
      .returning('user_id')
      .executeTakeFirstOrThrow(),
  )
  expect(again.user_id).toBeGreaterThan(id)
  expect(again.user_id - id).toBeLessThan(2 ** 37)
  const withoutPlace = reserveAccountIds(db, (role) => ({ ...addressOf(role), place: undefined }))
  await expect(withoutPlace).rejects.toThrow('Falta PADRON_PLACE')
})
