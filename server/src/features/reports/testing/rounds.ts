// Fixtures for tests of rounds: vehicles with debts, a due round that runs without the queue, and its outcome.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  answerWith,
  checkOnce,
  fines,
  openPortal,
  startPortal,
  type TestPortal,
  testConnector,
} from '../../../checks/testing/engine.ts'
import type { FileStore } from '../../../files/contents/file-store.ts'
import { type JobKind, JobStopped } from '../../../jobs/job.ts'
import { runItem } from '../../../jobs/run-item.ts'
import type { Mailbox } from '../../../mail/mailbox.ts'
import { resultFolder } from '../../../testing/processes/worker.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'
import { scheduledReports } from '../runs/run.job.ts'
import { enqueueDueReports } from '../runs/scheduler.ts'
import { log, startSmtp, switchOn, type TestSmtp } from './reports.ts'

/** A job that dies when it reports this progress. */
export const dyingAt = (step: RegExp): JobKind => ({
  ...scheduledReports,
  run: (job) => {
    const die = (what: string) => {
      if (step.test(what)) throw new JobStopped('stopping')
    }
    return scheduledReports.run({
      ...job,
      progress: async (done, total, what) => {
        die(what)
        await job.progress(done, total, what)
      },
      progressIn: async (tx, done, total, what) => {
        die(what)
        await job.progressIn(tx, done, total, what)
      },
    })
  },
})

type Item = {
  message: string | null
  error: string | null
  outcomes: {
    name: string
    outcome: string
    vehicles: number | null
    letters: number
    why?: string
    unsent?: string[]
  }[]
}

type Of = { server: TestServer; portal: TestPortal; smtp: TestSmtp; company: Company; files: FileStore }

const roundsOf = (of: () => Of) => {
  /** Adds vehicles of Nuevo León with these debts by plate, as their source reports them. */
  const owing = async (amounts: Record<string, number>): Promise<void> => {
    await of().server.vehicles(
      of().company,
      Object.keys(amounts).map((plate) => ({ plate })),
    )
    for (const total of Object.values(amounts)) {
      of().portal.say(answerWith(fines(total > 0 ? { [`F${total}`]: total } : {})))
      if (!(await checkOnce(of().server, testConnector()))?.[0]) throw new Error(`no answer of ${total} was stored`)
    }
  }
  const enqueueDue = async (): Promise<string> => {
    const [itemId = ''] = await enqueueDueReports({ db: of().server.db, now: () => new Date(), log })
    return itemId
  }
  /** Runs the job without the queue, so that a test can end it where it likes. */
  const runHere = (
    itemId: string,
    kind: JobKind = scheduledReports,
    mailbox: Mailbox = of().smtp.mailbox,
    emailFiles: FileStore = of().server.emailFiles,
  ) =>
    runItem(
      {
        db: of().server.db,
        files: of().files,
        emailFiles,
        mailbox,
        log,
        now: () => new Date(),
        kinds: new Map([[6, kind]]),
      },
      { tenantId: of().company.tenantId, itemId },
      new AbortController().signal,
    )
  const runDue = async (): Promise<string> => {
    const itemId = await enqueueDue()
    await runHere(itemId)
    return itemId
  }
  const itemOf = async (itemId: string): Promise<Item> =>
    (
      await of().server.db.system.query<Item>(
        `
       select q.success_message as message, q.error_message as error, r.outcomes
       from queue_item q
       join report_round r using (tenant_id, queue_item_id)
       where q.queue_item_id = $1`,
        [itemId],
      )
    ).rows[0] as Item
  const outcomesOf = async (itemId: string) =>
    (await itemOf(itemId)).outcomes.map(({ name, outcome }) => [name, outcome])
  const storedFiles = async () =>
    (await of().server.db.system.query('select path from report_file where tenant_id = $1', [of().company.tenantId]))
      .rows

  return { owing, enqueueDue, runHere, runDue, itemOf, outcomesOf, storedFiles }
}

/** Starts what tests of rounds need, with hooks of the calling file: each test gets a company of its own. */
export const startRounds = () => {
  const { files, remove } = resultFolder()
  const of: Partial<Of> = { files }
  let turn = 0
  beforeAll(async () => {
    of.server = await testServer()
    of.portal = await startPortal()
    of.smtp = await startSmtp(of.server)
  })
  afterAll(async () => {
    await of.smtp?.stop()
    of.portal?.stop()
    await of.server?.stop()
    remove()
  })
  beforeEach(async () => {
    const { server, portal, smtp } = of as Of
    await server.db.system.query('delete from due_check; delete from scheduled_report; delete from mail')
    await openPortal(server, portal.base)
    smtp.arrived.length = 0
    of.company = await server.company(`norte${turn++}`)
    await switchOn(server, of.company)
  })
  return { of: of as Of, ...roundsOf(() => of as Of) }
}
