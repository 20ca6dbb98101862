// Keeps a copy of vehicles, debts and obligations in SQLite: node sincronizar.ts copia.sqlite [--todo]
// The first time it reads everything, then only what changed. Each list is one transaction: what is interrupted is
// read again the next time.
import { DatabaseSync } from 'node:sqlite'
import { type Padron, PadronError, run } from './padron.ts'

/** What is copied. Not `checkedAt` and `lastSeenAt`: a check that says the same is no change, so they would be old. */
const LISTS = {
  vehicles: ['id', 'plate', 'vin', 'customId', 'holderName', 'stateId', 'statusId', 'debtTotal', 'debtsWithoutAmount'],
  debts: ['id', 'vehicleId', 'source', 'folio', 'description', 'status', 'issuedOn', 'total', 'discount', 'endedAt'],
  obligations: ['id', 'vehicleId', 'kind', 'title', 'dueOn', 'amount', 'source'],
}
type List = keyof typeof LISTS

const openCopy = (file: string): DatabaseSync => {
  const copy = new DatabaseSync(file)
  copy.exec('create table if not exists sync (list primary key, complete_until not null)')
  for (const [list, fields] of Object.entries(LISTS))
    copy.exec(`create table if not exists ${list} (${fields.join(', ')}, primary key (id))`)
  return copy
}

const completeUntil = (copy: DatabaseSync, list: string): string | undefined =>
  copy.prepare('select complete_until from sync where list = ?').get(list)?.complete_until as string | undefined

const inTransaction = async <T>(copy: DatabaseSync, work: () => Promise<T>): Promise<T> => {
  copy.exec('begin immediate')
  try {
    const result = await work()
    copy.exec('commit')
    return result
  } catch (error) {
    copy.exec('rollback')
    throw error
  }
}

/** @returns how many rows came */
const copyList = (client: Padron, copy: DatabaseSync, list: List): Promise<number> =>
  inTransaction(copy, async () => {
    const fields = LISTS[list]
    const since = completeUntil(copy, list)
    if (!since) copy.exec(`delete from ${list}`)
    const write = copy.prepare(`insert or replace into ${list} values (${fields.map(() => '?').join(', ')})`)
    const store = copy.prepare('insert or replace into sync values (?, ?)')
    let count = 0
    const query = { fields: fields.join(','), ...(since ? { updated_since: since } : {}) }
    for await (const page of client.pages(list, query)) {
      for (const row of page.data) write.run(...fields.map((field) => row[field] ?? null))
      store.run(list, page.completeUntil)
      // What is deleted from now on is asked for the next time.
      copy.prepare("insert or ignore into sync values ('deletions', ?)").run(page.completeUntil)
      count += page.data.length
    }
    return count
  })

/** The last of all, so that nothing comes back that was deleted while the lists were read. */
const copyDeletions = (client: Padron, copy: DatabaseSync, since: string): Promise<number> =>
  inTransaction(copy, async () => {
    let count = 0
    for await (const page of client.pages('deletions', { updated_since: since })) {
      for (const { kind, id, vehicleId } of page.data) {
        if (kind === 'debt') copy.prepare('delete from debts where id = ?').run(id ?? null)
        if (kind === 'obligation') copy.prepare('delete from obligations where id = ?').run(id ?? null)
        if (kind !== 'vehicle') continue
        // What was the vehicle's went with it, and is not said apart.
        copy.prepare('delete from vehicles where id = ?').run(vehicleId ?? null)
        copy.prepare('delete from debts where vehicleId = ?').run(vehicleId ?? null)
        copy.prepare('delete from obligations where vehicleId = ?').run(vehicleId ?? null)
      }
      copy.prepare("update sync set complete_until = ? where list = 'deletions'").run(page.completeUntil)
      count += page.data.length
    }
    return count
  })

await run(async (client) => {
  const [file, option] = process.argv.slice(2)
  if (!file || (option && option !== '--todo')) throw new Error('Uso: node sincronizar.ts copia.sqlite [--todo]')
  const copy = openCopy(file)
  try {
    if (option === '--todo') copy.exec('delete from sync')
    const deletionsSince = completeUntil(copy, 'deletions')
    const vehicles = await copyList(client, copy, 'vehicles')
    const debts = await copyList(client, copy, 'debts')
    const obligations = await copyList(client, copy, 'obligations')
    const deletions = deletionsSince ? await copyDeletions(client, copy, deletionsSince) : 0
    process.stdout.write(
      `vehículos: ${vehicles}, adeudos: ${debts}, vencimientos: ${obligations}, eliminados: ${deletions}\n`,
    )
  } catch (error) {
    // Deletions of so long ago are not kept, or the user sees a part of the vehicles.
    if (error instanceof PadronError && error.message.includes('lea todo otra vez'))
      throw new Error(`${error.message}\nPara leer todo otra vez: --todo`)
    throw error
  } finally {
    copy.close()
  }
})
