import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noMailbox } from '../../mail/mailbox.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { tellPortal } from '../../resources/portal-state.ts'
import { robo } from '../../resources/mx/robo.ts'
import { startPortal, told, answerWith, fines } from '../../resources/engine-for-tests.ts'
import { startWorker } from '../../resources/worker.ts'
import { CONNECTORS } from '../../resources/registry.ts'
let server: TestServer
let company: Company, other: Company
let who: Somebody, stranger: Somebody, co: Somebody
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte'); other = await server.company('ajena')
  const coc = await server.company('andina', 'CO')
  who = await server.somebody(company, 'a', ['processing_admin', 'queue_read', 'vehicles_report', 'resource_read'])
  stranger = await server.somebody(other, 'b', ['resource_read', 'vehicles_read'])
  co = await server.somebody(coc, 'c', ['processing_admin', 'queue_read', 'vehicles_read', 'resource_read'])
  await server.vehicles(coc, [{ plate: 'ABC123', stateId: 1011 }])
})
afterAll(() => server.stop())
const q = async (text: string, v: unknown[] = []) => (await server.db.system.query(text, v)).rows
const order = (resourceId: number, as = who) => server.ask(as, { method: 'POST', url: '/api/v3/updateResource', payload: { vehicleClass: null, resourceId, emails: ['ana@norte.mx'] } })

it('A leak', async () => {
  const parsed = robo.parse([{ request: '', status: 200, contentType: 'application/json', body: JSON.stringify({ code: 'IDV-3001', message: 'Backend timeout for NIV 3N1CN8AE1RL000101, propietario TRANSPORTES NORTE SA' }) }], {} as never, '2026-11-21')
  console.log(JSON.stringify(parsed))
  const at = new Date()
  await tellPortal(server.db, 'msla', Array.from({ length: 5 }, () => ({ answered: false, outcome: (parsed as any).outcome, remark: (parsed as any).why, at })))
  await q(`update portal set base_url='http://x' where portal_key='msla'`)
  const [r] = await q(`select resource_id from resource where portal_key='msla' and country='MX' and not retired limit 1`)
  const seen = await server.ask(stranger, { url: `/api/v2/resources/${r.resource_id}/health` })
  console.log('A other company sees:', seen.status, JSON.stringify((seen.body as any).incident), JSON.stringify((seen.body as any).outages))
})
it('H history resource', async () => {
  await q(`update portal set base_url='http://x' where portal_key='datos-gov-co'`)
  const l = (await server.ask(co, { url: '/api/v2/resources' })).body as any
  console.log('H', l.data.flatMap((d: any) => d.resources).filter((r: any) => [6150, 6151].includes(r.resourceId)))
  const r = await order(6150, co)
  console.log('H', r.status, JSON.stringify(r.body))
})
it('cancel', async () => {
  await q(`update portal set base_url='http://x' where portal_key='nl-icv'`)
  const ids = await server.vehicles(company, [{ plate: 'PRO1001' }, { plate: 'PRO1002' }])
  await q(`update due_check set due_at = now() + interval '11 hours', attempts = 6 where tenant_id=$1`, [company.tenantId])
  const o = await order(1901)
  console.log('cancel order', o.status, JSON.stringify(o.body))
  const c = await server.ask(who, { method: 'DELETE', url: `/api/v2/queue/${(o.body as any).queueItemId}` })
  const { rows } = { rows: await q(`select connector_key, due_at <= now() as due_now, priority, asked_by from due_check where tenant_id=$1 and connector_key='mx-nl-estado-cuenta'`, [company.tenantId]) }
  console.log('cancel', c.status, rows)
})
it('refresh forever', async () => {
  const [{ vehicle_id: id }] = await q('select vehicle_id from vehicle where tenant_id=$1 limit 1', [company.tenantId])
  const out = []
  for (let i = 0; i < 5; i++) {
    await q(`update due_check set priority=0, claim_id=null, due_at = now() + interval '24 hours' where vehicle_id=$1`, [id]) // as a failed answer leaves it
    const r = await server.ask(who, { method: 'POST', url: `/sapy/v2/${id}/refresh`, payload: { resourceId: 1901 } })
    out.push(r.status)
  }
  console.log('refresh', out)
})
it('deadlock of orders with stores', async () => {
  const big = await server.company('grande')
  const me = await server.somebody(big, 'x', ['processing_admin', 'queue_read', 'vehicles_read'])
  const portal = await startPortal()
  portal.say(answerWith(fines({})))
  await server.vehicles(big, Array.from({ length: 3000 }, (_, i) => ({ plate: `D${10000 + ((i * 7919) % 3000)}` })))
  await q('delete from due_check where connector_key <> $1 or tenant_id <> $2', ['mx-nl-estado-cuenta', big.tenantId])
  await q(`update portal set base_url=$1, pace_ms=0, concurrency=200 where portal_key='nl-icv'`, [portal.base])
  const errs: Record<string, number> = {}
  const log = pino({ level: 'error' }, { write: (s: string) => { const m = JSON.parse(s); const k = `${m.msg} ${m.err?.code ?? m.err?.message}`; errs[k] = (errs[k] ?? 0) + 1 } } as never)
  const w = startWorker({ db: server.db, log, connectors: [told()], idleMs: 20, laneWidth: 100 })
  const statuses: Record<string, number> = {}
  const end = Date.now() + 14000
  while (Date.now() < end) {
    await q('delete from resource_order'); await q('update queue_item set finished_at = now() where finished_at is null')
    await q(`update vehicle_resource set fresh_until = now() - interval '1 minute' where tenant_id=$1`, [big.tenantId])
    const r = await order(1901, me)
    const k = `${r.status} ${r.status === 200 ? '' : JSON.stringify(r.body).slice(0, 120)}`
    statuses[k] = (statuses[k] ?? 0) + 1
  }
  await w.stop()
  console.log('deadlock', statuses, errs, await q(`select deadlocks from pg_stat_database where datname = current_database()`))
  portal.stop()
}, 40000)
it('holder parse cost', () => {
  const c = CONNECTORS.find(({ key }) => key === 'co-placapi')
  const row = (i: number) => ({ comparendoId: `1100100000${String(i).padStart(7, '0')}`, fecha: '2026-03-04', organismo: 'Bogotá D.C.', departamento: 'Bogotá D.C.', placa: `ABC${String(i % 500).padStart(3, '0')}`, codigo: 'C29', infraccion: 'Conducir un vehículo a velocidad superior a la máxima permitida.', estado: 'pending', valor: 633200, numeroResolucion: null, fechaResolucion: null, fechaNotificacion: '2026-03-08', fechaPago: null, organismoId: '11001000', fotodeteccion: true })
  for (const n of [500, 2000, 8000]) {
    const rows = Array.from({ length: n }, (_, i) => row(i))
    const body = JSON.stringify({ data: { documentNumber: '900123456', nombreCompleto: 'X', totalDeuda: 633200 * n, comparendos: rows } })
    const t = performance.now()
    let p: any
    for (let i = 0; i < 20; i++) p = c?.parse([{ request: '', status: 200, contentType: 'application/json', body }], { plate: `ABC${String(i).padStart(3, '0')}`, vin: '', stateId: 1, taxIdentifier: '900123456-8' }, '2026-11-21')
    console.log('parse', n, 'rows', Math.round(body.length / 1024), 'KB', p.outcome, p.why ?? '', ((performance.now() - t) / 20).toFixed(1), 'ms each → x501 =', Math.round((performance.now() - t) / 20 * 501), 'ms of event loop')
  }
})
it('fuzz', async () => {
  const [{ vehicle_id: v }] = await q('select vehicle_id from vehicle where tenant_id=$1 limit 1', [company.tenantId])
  const bad: string[] = []
  const tryIt = async (o: any, label = '') => { const r = await server.ask(who, o); if (r.status >= 500) bad.push(`${r.status} ${o.method ?? 'GET'} ${o.url} ${label} ${JSON.stringify(o.payload ?? '').slice(0, 200)}`) }
  for (const s of ['%00', '%F0%9F%98%80', '%ED%A0%80', '%25', '%5C', "'"]) { await tryIt({ url: `/api/v2/captures?like=${s}` }); await tryIt({ url: `/api/v2/resources/1901/health/vehicles?after=${s}-1` }); await tryIt({ url: `/api/v2/captures/files?vehicleAssetId=${v}&resourceId=1901&fileName=${s}`, method: 'POST', headers: { 'content-type': 'image/png' }, payload: Buffer.from('x') }) }
  for (const n of ['0', '-1', '9007199254740991', '9007199254740992', '99999999999999999999', '1e5', 'NaN', '2147483648', '9999999999999999', '999999999']) {
    for (const u of [`/api/v2/resources/${n}/health`, `/api/v2/resources/${n}/health/vehicles`, `/api/v2/captures/${n}/1901`, `/api/v2/captures/${v}/${n}`, `/api/v2/captures?page=${n}`, `/api/v2/captures?stateId=${n}`, `/sapy/v2/${n}`, `/sapy/v2/${n}/byType`, `/sapy/v2/${n}/changes`, `/api/v2/resources/1901/health/vehicles?after=A-${n}`]) await tryIt({ url: u })
    await tryIt({ method: 'POST', url: `/sapy/v2/${n}/refresh`, payload: {} })
    await tryIt({ method: 'POST', url: `/sapy/v2/${v}/refresh`, payload: { resourceId: Number(n) } })
    await tryIt({ method: 'POST', url: '/api/v3/updateResource', payload: { vehicleClass: null, resourceId: Number(n), emails: ['a@b.mx'] } })
  }
  await q(`insert into evidence_file (tenant_id, file_id, vehicle_id, resource_id, file_name, media_type, size, sha256, path) values ($1, '11111111-1111-4111-8111-111111111111', $2, 1901, 'a.pdf', 'application/pdf', 1, 'x', 'x')`, [company.tenantId, v])
  const base = { vehicleAssetId: v, resourceId: 1901, statusId: 0, seenAt: new Date().toISOString(), debts: [{ folio: 'A', description: 'x', dateTime: null, subTotal: null, discount: null, surcharge: null, total: 10 }], fileIds: ['11111111-1111-4111-8111-111111111111'] }
  const cap = async (m: any, label: string) => { const r = await server.ask(who, { method: 'POST', url: '/api/v2/captures', payload: { ...base, ...m } }); console.log('cap', label, r.status, JSON.stringify(r.body).slice(0, 160)); if (r.status >= 500) bad.push(`${r.status} capture ${label}`); if (r.status === 200) { await q(`update evidence_file set run_id = null`); await q(`update vehicle_resource set good_at=null where vehicle_id=$1`, [v]) } }
  await cap({ debts: [{ ...base.debts[0], folio: '\u0000a' }] }, 'nul folio')
  await cap({ debts: [{ ...base.debts[0], description: '\ud800' }] }, 'lone surrogate')
  await cap({ note: 'a\u0000b' }, 'nul note')
  await cap({ facts: { __proto__: 'x', constructor: 'y' } }, 'facts proto')
  await cap({ facts: { ['\u0000']: 'y' } }, 'facts nul')
  await cap({ seenAt: '2026-11-21T10:00:00+99:99' }, 'seenAt zone')
  await cap({ seenAt: '0000-01-01T00:00:00Z' }, 'seenAt 0')
  await cap({ paymentLine: 'ABC', paymentLineDueDate: '9999-12-31' }, 'due 9999')
  await cap({ paymentLine: 'ABC', paymentLineDueDate: '0001-01-01' }, 'due 0001')
  await cap({ debts: Array.from({ length: 200 }, (_, i) => ({ ...base.debts[0], folio: 'A', total: 999999999.99 })) }, '200 x 1e9')
  await cap({ debts: [{ ...base.debts[0], total: 0 }] }, 'debt of zero')
  await cap({ statusId: 3.5 }, 'status float')
  for (const b of ['x', "1' or 1=1", '00000000-0000-0000-0000-000000000000']) await tryIt({ url: `/sapy/v2/${v}/changes?before=${encodeURIComponent(b)}` })
  console.log('changes url', (await server.ask(who, { url: `/sapy/v2/${v}/changes` })).status)
  console.log('500s:', bad)
})
