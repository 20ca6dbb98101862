// Two api, two workers and one identity behind a balancer, killed with -9 at moments drawn by lot while people work:
// what was asked, what was answered, and what breaks a rule afterwards. The same, smaller, is
// server/src/bin/roles.test.ts.
import type { AddressOf } from '@padron/server/db/client'
import { openDatabase } from '@padron/server/db/open'
import { openHouse } from '@padron/server/testing/roles/house'
import { type Killed, killUnderLoad, settle } from '@padron/server/testing/roles/kills'
import { judgeHouse } from '@padron/server/testing/roles/rules'
import type { Row } from './catalogue.ts'
import { newFolder } from './upload-site.ts'

const KILLS = Number(process.env.BENCH_ROLE_KILLS ?? 50)
const CALLS = Number(process.env.BENCH_ROLE_CALLS ?? 10_000)
const SEED = Number(process.env.BENCH_ROLE_SEED ?? 1)

const print = (what: string, { ledger, dead }: Killed, spans: Record<string, number>, cuts: number): void => {
  const roles = Map.groupBy(dead, ({ role }) => role)
  const struck = [...roles].map(([role, list]) => `${role} ${list.length}`).join(', ')
  const took = Object.entries(spans)
    .map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`)
    .join(', ')
  process.stdout.write(
    `${what}: kills ${dead.length} (${struck}); answered ${ledger.answered}, cut ${ledger.cut}, connections cut ` +
      `${cuts}; ${took}\n`,
  )
  process.stdout.write(
    `vehicles ${ledger.vehicles.size}, edits ${[...ledger.edits.values()].flat().length}, documents ` +
      `${ledger.documents.size}, reports ${ledger.jobs.length}, workbooks ${ledger.imports.length}, sign-ins ` +
      `${ledger.tokens.length}\n`,
  )
}

/** As DATABASE_URL is written: with a host, though it is the socket's folder that counts. */
const withHost =
  (addressOf: AddressOf): AddressOf =>
  (role) => {
    const { connectionString, ...address } = addressOf(role)
    return { ...address, connectionString: connectionString.replace('@/', '@localhost/') }
  }

export const benchRoles = async (): Promise<Row[]> => {
  const { folder, remove } = newFolder()
  const opened = await openDatabase({ databaseUrl: undefined, dataDir: folder, fast: true })
  const spans: Record<string, number> = {}
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    return work().finally(() => {
      spans[name] = performance.now() - from
    })
  }
  try {
    const house = await timed('start', () => openHouse({ db: opened.db, addressOf: withHost(opened.addressOf) }))
    try {
      const killed = await timed('load', () => killUnderLoad(house, { kills: KILLS, calls: CALLS, seed: SEED }))
      await timed('settling', () => settle(house, killed))
      const verdicts = await timed('judging', () => judgeHouse(house, killed))
      print('roles', killed, spans, house.balancer.cuts.length)
      for (const { rule, broken } of verdicts)
        for (const each of broken.slice(0, 5)) process.stdout.write(`broken: ${rule}: ${each}\n`)
      if (verdicts.some(({ broken }) => broken.length > 0)) process.exitCode = 1
      return verdicts.map(({ rule, looked, broken }) => ({
        rule,
        looked: looked ?? '',
        broken: broken.length,
        wanted: 0,
      }))
    } finally {
      await house.stop()
    }
  } finally {
    await opened.close()
    remove()
  }
}
