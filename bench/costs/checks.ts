// Measures the cost of a check, of an email and of a night's figures: the worker's work, in this process, on a separate
// database.
import { startSimulator } from '@padron/server/bin/simulator-process'
import { asSystem, type Db } from '@padron/server/db/client'
import { statisticsWork } from '@padron/server/features/dashboard/statistics/statistics-work'
import { openDatabase } from '@padron/server/installation/open'
import { pino } from 'pino'
import type { Row } from '../catalogue.ts'
import { analyze, checkAll, checkFleet } from '../checks.ts'
import { makeManyFleets } from '../dashboard-fleet.ts'
import { intervals } from '../intervals.ts'
import { companies, kill, mailServer, startSender, untilSent, writeEmails } from '../mail.ts'
import { type Cost, costOf, type Meter } from './cost.ts'
import { unitCosts } from './units.ts'

const VEHICLES = Number(process.env.BENCH_CHECK_VEHICLES ?? 1_500)
const COMPANIES = Number(process.env.BENCH_COMPANIES ?? 50)
const EMAILS = Number(process.env.BENCH_MAIL_EMAILS ?? 1_000)
const EACH = 1_000

type Opened = Meter & { owner: string; addresses: object }
const opened = async <T>(folder: string, work: (opened: Opened) => Promise<T>): Promise<T> => {
  const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  const addresses = Object.fromEntries(
    (['padron_app', 'padron_system', 'padron_owner'] as const).map((role) => [role, addressOf(role)]),
  )
  return work({ db, folder, owner: addressOf('padron_owner').connectionString, addresses }).finally(close)
}

/** The first answers, then two rounds of normal operation, in which most answers are unchanged. */
const checks = async (meter: Opened): Promise<Cost[]> => {
  process.env.SIMULATOR_ASYNC_MS = '0'
  const { db, folder, owner } = meter
  const simulator = await startSimulator(0)
  try {
    await checkAll(db, folder, await checkFleet(db, simulator.url, 'antes', 'RA', 60))
    await analyze(owner)
    const due = await checkFleet(db, simulator.url, 'banco', 'RK', VEHICLES)
    const once = async () => {
      await checkAll(db, folder, due)
      return due
    }
    const rows = [await costOf(meter, 'check, first answer', once)]
    for (const what of ['check, again', 'check, and again']) {
      await analyze(owner)
      await db.system.query('update due_check set due_at = now(), attempts = 0')
      rows.push(await costOf(meter, what, once))
    }
    return rows
  } finally {
    await simulator.stop()
  }
}

/** The sender is a separate process; the mail server's processor time is not counted. */
const emailCosts = async (meter: Opened): Promise<Cost[]> => {
  const { db, addresses, folder } = meter
  const tenants = await companies(db)
  const written = await costOf(meter, 'email, written', async () => {
    await writeEmails({ db }, tenants, EMAILS)
    return EMAILS
  })
  const smtp = await mailServer(0)
  const sender = await startSender({ db, addresses, folder }, smtp.url)
  const sent = await costOf({ ...meter, pid: sender.pid ?? 0 }, 'email, sent', async () => {
    await untilSent({ db, addresses, folder })
    return EMAILS
  })
  await kill(sender)
  smtp.stop()
  return [written, sent]
}

const vehiclesOf = (db: Db): Promise<number> =>
  asSystem(
    db,
    async (tx) =>
      (
        await tx
          .selectFrom('vehicle')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
  )

/** Companies of a thousand vehicles each. */
const nights = async (meter: Opened): Promise<Cost[]> => {
  const { db, owner } = meter
  const log = pino({ level: 'error' })
  await makeManyFleets(owner, COMPANIES)
  await statisticsWork({ db, now: () => new Date(), log }).runDue() // those that are already due
  const night = new Date(Date.now() + 48 * 3_600_000) // by then all are due
  const vehicles = await vehiclesOf(db)
  if (vehicles < COMPANIES * EACH) throw new Error(`only ${vehicles} vehicles were loaded`)
  return [
    await costOf(meter, 'night’s figures of a company of 1,000', () =>
      statisticsWork({ db, now: () => night, log }).runDue(),
    ),
  ]
}

export const costsOfWork = (folder: string): Promise<{ costs: Cost[]; frequencies: Row[] }> =>
  opened(folder, async (meter) => ({
    costs: [
      ...(await checks(meter)),
      ...(await nights(meter)),
      ...(await unitCosts(meter)),
      ...(await emailCosts(meter)),
    ],
    frequencies: await intervals(meter.db),
  }))
