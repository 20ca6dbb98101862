// «Primeros pasos» over HTTP: steps that the data completes, steps that a user marks, hiding and showing them again,
// and that they belong to the company.
import { type OnboardingState, onboarding } from '@padron/contract/onboarding'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLEAR, checkOnce, dueAgain, openPortal, PORTAL, startPortal } from '../../checks/testing/engine.ts'
import { asSystem } from '../../db/client.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let main: Somebody
let other: { company: Company; main: Somebody }

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  const sur = await server.company('sur')
  other = { company: sur, main: await server.somebody(sur, 'admin', ['admin']) }
})
afterAll(() => server.stop())

const run = (text: string, values?: unknown[]) => server.db.system.query(text, values)
const state = async (who = main): Promise<OnboardingState> => {
  const { status, body } = await server.ask(who, { url: onboarding.state.path })
  expect(status).toBe(200)
  return body as OnboardingState
}
const put = async (row: { path: string }, payload: object, who = main) =>
  (await server.ask(who, { method: 'PUT', url: row.path, payload })).status
const doneSteps = ({ steps }: OnboardingState) =>
  Object.fromEntries(steps.flatMap(({ step, done }) => (done ? [[step, done]] : [])))
/** Changes vehicles as the product does, and raises the fleet's version. */
const changeFleet = async (set: string, where: string) => {
  await run(`update vehicle set ${set} where tenant_id = $1 and ${where}`, [company.tenantId])
  await asSystem(server.db, (tx) => touchFleet(tx, company.tenantId))
}

it('a new company has no step done, and does not count another company’s vehicles', async () => {
  await server.vehicles(other.company, [{ plate: 'SUR0001' }])
  const { dismissed, steps, facts } = await state()
  expect(dismissed).toBe(false)
  expect(steps.map(({ step }) => step)).toEqual([
    'fleet',
    'company',
    'holders',
    'round',
    'documents',
    'notices',
    'colleagues',
  ])
  expect(steps.filter(({ done }) => done !== null)).toEqual([])
  expect(facts).toEqual({
    vehicles: 0,
    checked: 0,
    withoutHolder: 0,
    lacking: 0,
    lackingIn: [],
    asked: 0,
    never: 0,
    users: 1,
    required: 0,
    logo: false,
    holderDocument: null,
  })
})

describe('steps done by the data', () => {
  it('count the active vehicles and those of the first round', async () => {
    await server.vehicles(company, [
      { plate: 'UNO0001', columns: { tax_identifier: 'XAXX010101000' } },
      { plate: 'DOS0002' },
      { plate: 'TRE0003' },
      { plate: 'BAJ0004', status: 3 },
    ])
    await asSystem(server.db, (tx) => touchFleet(tx, company.tenantId))
    expect(await state()).toMatchObject({ facts: { vehicles: 3, checked: 0, withoutHolder: 2 } })
    expect(doneSteps(await state())).toEqual({ fleet: 'data' })
    await changeFleet('processed_at = now()', `plate = 'UNO0001'`)
    expect(await state()).toMatchObject({ facts: { vehicles: 3, checked: 1, withoutHolder: 2 } })
    await changeFleet(`processed_at = now(), tax_identifier = 'XAXX010101000'`, 'asset_status_id = 1')
    expect(doneSteps(await state())).toEqual({ fleet: 'data', holders: 'data', round: 'data' })
    await changeFleet('processed_at = null', `plate = 'DOS0002'`)
    expect(doneSteps(await state())).toEqual({ fleet: 'data', holders: 'data' })
  })

  it('have the same figures as the catalogue with the panel’s filters', async () => {
    await changeFleet('tax_identifier = null', `plate = 'TRE0003'`)
    const { facts } = await state()
    const total = async (vehicleClass: object, dateFilters?: object[]) => {
      const payload = {
        vehicleClass: { assetHistoric: { assetStatusId: [1] }, ...vehicleClass },
        pagination: { page: 1, pageSize: 1, ...(dateFilters && { dateFilters }) },
      }
      const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/vehicleAsset', payload })
      return (body as { totalCount: number }).totalCount
    }
    const everChecked = { dateParameter: 'processedDate', dateBy: 'after', startDate: '1900-01-01' }
    expect(facts).toMatchObject({
      vehicles: await total({}),
      checked: await total({}, [everChecked]),
      withoutHolder: await total({ exact: { taxIdentifier: null } }),
    })
    expect(facts).toMatchObject({ vehicles: 3, checked: 2, withoutHolder: 1 })
  })

  it('have the same figures as manual capture', async () => {
    const { facts } = await state()
    const { body } = await server.ask(main, { url: '/api/v2/captures/summary' })
    const { asked, never } = body as { asked: number; never: number }
    expect(never).toBeGreaterThan(0)
    expect(facts).toMatchObject({ asked, never })
  })

  it('include required documents, active reminders, and a second active user', async () => {
    const type = `insert into document_type (tenant_id, type_name, required) values ($1, 'Póliza', 'none')`
    await run(type, [company.tenantId])
    expect(doneSteps(await state())).not.toHaveProperty('documents')
    await run(`update document_type set required = 'all' where tenant_id = $1`, [company.tenantId])
    await run(
      `insert into reminder_setting (tenant_id, user_id, active, days, kinds)
       values ($1, $2, false, '{7}', '{policy}')`,
      [company.tenantId, main.userId],
    )
    expect(doneSteps(await state())).not.toHaveProperty('notices')
    await run('update reminder_setting set active = true where tenant_id = $1', [company.tenantId])
    const gone = await server.somebody(company, 'baja', ['vehicles_read'], { active: false })
    expect(doneSteps(await state())).toMatchObject({ documents: 'data', notices: 'data' })
    expect(doneSteps(await state())).not.toHaveProperty('colleagues')
    await run('update app_user set active = true where user_id = $1', [gone.userId])
    expect(doneSteps(await state())).toHaveProperty('colleagues', 'data')
  })
})

describe('the first round', () => {
  const NUEVO_LEON = 19
  const countListed = async (who: Somebody, filter: object) => {
    const payload = {
      vehicleClass: { assetHistoric: { assetStatusId: [1] }, ...filter },
      pagination: { page: 1, pageSize: 1 },
    }
    const { body } = await server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset', payload })
    return (body as { totalCount: number }).totalCount
  }

  it('counts a missing holder only for vehicles of a source in use that needs it', async () => {
    const company2 = await server.company('falta')
    const admin = await server.somebody(company2, 'admin', ['admin'])
    const tax_identifier = 'XAXX010101000'
    await server.vehicles(company2, [
      { plate: 'FAL0001', stateId: NUEVO_LEON },
      { plate: 'FAL0002', stateId: NUEVO_LEON, columns: { tax_identifier } },
      { plate: 'FAL0003', stateId: 9 },
      { plate: 'FAL0004', stateId: NUEVO_LEON, status: 3 },
    ])
    await openPortal(server, 'http://127.0.0.1:1')
    const inputs = (set: string) => run(`update resource set inputs = '${set}' where portal_key = $1`, [PORTAL])
    expect((await state(admin)).facts).toMatchObject({ withoutHolder: 2, lacking: 0, lackingIn: [] })
    await inputs('{plate,taxIdentifier}')
    expect((await state(admin)).facts).toMatchObject({ withoutHolder: 2, lacking: 1, lackingIn: [NUEVO_LEON] })
    // The filter that the panel links to.
    const led = { exact: { taxIdentifier: null }, state: { stateId: [NUEVO_LEON] } }
    expect(await countListed(admin, led)).toBe(1)
    // A source without an address needs no holder, and neither does one with manual capture.
    await run('update portal set base_url = null where portal_key = $1', [PORTAL])
    expect((await state(admin)).facts).toMatchObject({ lacking: 0, lackingIn: [] })
    await openPortal(server, 'http://127.0.0.1:1')
    await run(
      `insert into resource_service (resource_id, decided_by) select resource_id, 'Ana' from resource where portal_key = $1`,
      [PORTAL],
    )
    expect((await state(admin)).facts).toMatchObject({ lacking: 0, lackingIn: [] })
    await run('delete from resource_service')
    await inputs('{plate}')
    expect((await state(admin)).facts).toMatchObject({ lacking: 0, lackingIn: [] })
  })

  it('counts missing holders in every state if the source covers the whole country', async () => {
    const bogota = await server.company('bogota', 'CO')
    const admin = await server.somebody(bogota, 'admin', ['admin'])
    await server.vehicles(bogota, [{ plate: 'ABC123', stateId: 1011 }])
    expect((await state(admin)).facts).toMatchObject({ lacking: 0, lackingIn: [] })
    await run(`update portal set base_url = 'http://127.0.0.1:1' where portal_key = 'verifik-runt'`)
    expect((await state(admin)).facts).toMatchObject({ lacking: 1, lackingIn: null })
    await run(`update portal set base_url = null where portal_key = 'verifik-runt'`)
  })

  it('is not done while every source rejects its queries, until one answers for each vehicle', async () => {
    const company2 = await server.company('rechazada')
    const admin = await server.somebody(company2, 'admin', ['admin'])
    const portal = await startPortal()
    try {
      await run('delete from due_check')
      await openPortal(server, portal.base)
      await server.vehicles(company2, [
        { plate: 'REC0001', stateId: NUEVO_LEON },
        { plate: 'REC0002', stateId: NUEVO_LEON },
      ])
      const round = async () => {
        await dueAgain(server)
        await openPortal(server, portal.base)
        let stored = 0
        while ((await checkOnce(server))?.[0]) stored++
        return stored
      }
      for (const outcome of ['blocked', 'captcha', 'bad-credentials', 'no-credit', 'not-applicable', 'needs-input']) {
        portal.say({ outcome, why: 'No.' })
        expect(await round(), outcome).toBe(2)
        expect((await state(admin)).facts, outcome).toMatchObject({ vehicles: 2, checked: 0 })
        expect(doneSteps(await state(admin)), outcome).not.toHaveProperty('round')
      }
      portal.answer((_request, response) => void response.writeHead(503).end())
      expect(await round()).toBe(2)
      expect(doneSteps(await state(admin))).not.toHaveProperty('round')
      portal.say({ outcome: 'ok', findings: CLEAR })
      expect(await round()).toBe(2)
      expect((await state(admin)).facts).toMatchObject({ vehicles: 2, checked: 2 })
      expect(doneSteps(await state(admin))).toHaveProperty('round', 'data')
      expect(portal.queries).toHaveLength(16)
    } finally {
      portal.stop()
    }
  })
})

describe('steps marked by a user', () => {
  it('can be marked and unmarked; steps done by the data stay done', async () => {
    expect(await put(onboarding.mark, { step: 'company', done: true })).toBe(200)
    expect(await put(onboarding.mark, { step: 'company', done: true })).toBe(200)
    expect(doneSteps(await state())).toHaveProperty('company', 'person')
    expect(doneSteps(await state(other.main))).not.toHaveProperty('company')
    expect(await put(onboarding.mark, { step: 'company', done: false })).toBe(200)
    expect(await put(onboarding.mark, { step: 'fleet', done: false })).toBe(200)
    expect(doneSteps(await state())).not.toHaveProperty('company')
    expect(doneSteps(await state())).toHaveProperty('fleet', 'data')
    for (const payload of [{ step: 'dismissed', done: true }, { step: 'nada', done: true }, { step: 'fleet' }])
      expect(await put(onboarding.mark, payload)).toBe(400)
  })

  it('can be hidden and shown again, for the whole company and no other', async () => {
    expect(await put(onboarding.dismiss, { dismissed: true })).toBe(200)
    expect(await state()).toEqual({ dismissed: true, steps: [], facts: null })
    const colleague = await server.somebody(company, 'personal', ['users_admin'])
    expect(await state(colleague)).toMatchObject({ dismissed: true })
    expect(await state(other.main)).toMatchObject({ dismissed: false })
    expect(await put(onboarding.dismiss, { dismissed: false }, colleague)).toBe(200)
    expect(await state()).toMatchObject({ dismissed: false })
  })

  it('are hidden when every step is done, unless a user shows them', async () => {
    for (const step of ['company', 'holders', 'round'])
      expect(await put(onboarding.mark, { step, done: true })).toBe(200)
    expect(await state()).toEqual({ dismissed: true, steps: [], facts: null })
    expect(await put(onboarding.dismiss, { dismissed: false })).toBe(200)
    const found = await state()
    expect(found.dismissed).toBe(false)
    expect(found.steps.every(({ done }) => done !== null)).toBe(true)
  })

  it('need the permission to administer users, to read and to change them', async () => {
    const reader = await server.somebody(company, 'lectura', ['vehicles_admin', 'users_read'])
    expect((await server.ask(reader, { url: onboarding.state.path })).status).toBe(403)
    expect(await put(onboarding.dismiss, { dismissed: true }, reader)).toBe(403)
    expect(await put(onboarding.mark, { step: 'company', done: true }, reader)).toBe(403)
  })
})
