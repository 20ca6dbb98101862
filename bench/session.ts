// What being known costs: how much of a sign-in is the password's hash, how much a list call pays for its token's
// check, and whether an unknown user is answered as slowly as a wrong password. Interleaved in one run; ratios count,
// not times.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PasswordKey, TERMS_VERSION } from '@padron/contract/session'
import { asSystem, type Db } from '@padron/server/db/client'
import { openDatabase } from '@padron/server/db/open'
import { createCompany } from '@padron/server/identity/accounts'
import { hashPassword, verifyPassword } from '@padron/server/identity/passwords'
import { seal } from '@padron/server/testing/seal'
import type { Row } from './catalogue.ts'
import { startChild } from './child.ts'
import { makeFleet } from './fleet.ts'
import { type Measured, median, shoot } from './load.ts'

const TRIES = Number(process.env.BENCH_SIGN_INS ?? 60)
const VEHICLES = Number(process.env.BENCH_SESSION_VEHICLES ?? 50_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const PASSWORD = 'Clave-de-banco-1'

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const spread = (values: readonly number[]) => median(values).toFixed(1)

const signIns = async (db: Db, base: string): Promise<Row[]> => {
  const hash = await hashPassword(PASSWORD)
  await asSystem(db, async (tx) => {
    const company = { shortName: 'banco', title: 'Banco', country: 'MX', timeZone: 'America/Mexico_City' } as const
    await createCompany(tx, { ...company, passwordHash: hash })
    await tx.updateTable('app_user').set({ terms_version: TERMS_VERSION }).execute()
  })
  const key = (await (await fetch(`${base}/connect/password-key`)).json()) as PasswordKey
  const signIn = async (username: string, password: string) => {
    const body = new URLSearchParams({
      grant_type: 'password',
      username,
      password: await seal(password, key, { username }),
    })
    return { send: () => fetch(`${base}/connect/token`, { method: 'POST', body }).then((reply) => reply.text()) }
  }
  const clear = () => db.system.query('delete from sign_in_attempt')
  const times = { hash: [] as number[], right: [] as number[], wrong: [] as number[], unknown: [] as number[] }
  for (let i = 0; i < TRIES; i++) {
    await clear()
    const [right, wrong, unknown] = await Promise.all([
      signIn('banco-admin', PASSWORD),
      signIn('banco-admin', 'mala'),
      signIn(`banco-nadie${i}`, PASSWORD),
    ])
    times.hash.push(await timed(() => verifyPassword(PASSWORD, hash)))
    times.right.push(await timed(right.send))
    // Which comes first changes: whatever the one leaves warm serves the other as often.
    const [first, second] = i % 2 ? [wrong, unknown] : [unknown, wrong]
    const taken = [await timed(first.send), await timed(second.send)]
    times.wrong.push(taken[i % 2 ? 0 : 1] ?? 0)
    times.unknown.push(taken[i % 2 ? 1 : 0] ?? 0)
  }
  const share = (100 * median(times.hash)) / median(times.right)
  const apart = 100 * Math.abs(median(times.unknown) / median(times.wrong) - 1)
  return [
    {
      what: 'sign-in',
      ms: spread(times.right),
      against: 'its password hash',
      'ms then': spread(times.hash),
      figure: `${share.toFixed(0)} % is the hash`,
    },
    {
      what: 'unknown user',
      ms: spread(times.unknown),
      against: 'wrong password',
      'ms then': spread(times.wrong),
      figure: `${apart.toFixed(1)} % apart`,
    },
  ]
}

const tokenCheck = async (checked: string, believed: string, token: string): Promise<Row[]> => {
  const body = { vehicleClass: { assetHistoric: { assetStatusId: 1 } }, pagination: { page: 1, pageSize: 25 } }
  const shots = [{ path: '/api/v2/vehicleAsset', body, token }]
  const rows: Row[] = []
  for (const connections of [1, 16]) {
    const rounds: { with: Measured; without: Measured }[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const a = await shoot(i % 2 ? believed : checked, shots, connections, SECONDS)
      const b = await shoot(i % 2 ? checked : believed, shots, connections, SECONDS)
      rounds.push(i % 2 ? { with: b, without: a } : { with: a, without: b })
    }
    // Each round's own ratio: what the machine does meanwhile strikes both.
    const cost = median(rounds.map((round) => 100 * (1 - round.with.perSecond / round.without.perSecond)))
    rows.push({
      what: `list call, ${connections} at once`,
      ms: spread(rounds.map((round) => round.with.p50)),
      against: 'without the token’s check',
      'ms then': spread(rounds.map((round) => round.without.p50)),
      figure: `${cost.toFixed(1)} % for the check`,
    })
  }
  return rows
}

export const benchSession = async (): Promise<Row[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  const urls = Object.fromEntries(
    (['padron_app', 'padron_system', 'padron_owner'] as const).map((role) => [role, addressOf(role).connectionString]),
  )
  const fleet = await makeFleet(db, urls.padron_owner ?? '', VEHICLES)
  const checked = await startChild('api-server.ts', [JSON.stringify({ urls })])
  const believed = await startChild('api-server.ts', [JSON.stringify({ urls, keepSessions: true })])
  try {
    return [...(await signIns(db, checked.url)), ...(await tokenCheck(checked.url, believed.url, fleet.token))]
  } finally {
    checked.stop()
    believed.stop()
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
