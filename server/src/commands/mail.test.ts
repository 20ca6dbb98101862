// A mail server's pipe: one message on the standard input of the command.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { runPadron, spawnPadron } from '../testing/processes/padron-command.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const ID = '01900000-0000-7000-8000-000000000001'
const REPORT = `Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.sur.mx

Final-Recipient: rfc822; ana@sur.mx
Action: failed
Status: 5.2.2

--b1
Content-Type: message/rfc822

Message-ID: <${ID}.1@padron.mx>

hola
--b1--
`

it('a bounce marks its email, and any other message changes nothing', async () => {
  const { db, addressOf } = fresh
  await db.system.query(
    `
     with c as (insert into company (short_name, company_name, country, time_zone)
     values ('norte', 'Norte', 'MX', 'America/Mexico_City')
     returning tenant_id)
     insert into mail (tenant_id, mail_id, kind, subject_id, recipient, content, state, attempts)
     select tenant_id, $1, 'result', gen_random_uuid(), 'ana@sur.mx', '{}', 'sent', 1 from c`,
    [ID],
  )
  const env = { DATABASE_URL: addressOf('padron_owner').connectionString }
  const marked = await spawnPadron(env, ['mail', 'bounce'], REPORT)
  expect(marked).toMatchObject({ code: 0, out: 'Anotado: el correo rebotó.\n' })
  expect(await runPadron(env, ['mail', 'bounce'], 'hola')).toMatchObject({
    code: 0,
    out: expect.stringContaining('No cambió nada'),
  })
  const { rows } = await db.system.query('select state, problem from mail')
  expect(rows).toEqual([{ state: 'bounced', problem: 'bounce 5.2.2' }])
  const away = await runPadron({ DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }, ['mail', 'bounce'], REPORT)
  expect(away.code).toBe(75)
})
