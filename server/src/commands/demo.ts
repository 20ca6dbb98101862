// `padron demo …`: removes the demo, whose users have a public password.
import { createInterface } from 'node:readline/promises'
import { countOf, vehiclesText } from '@padron/contract/texts/count-of'
import type { Command } from 'commander'
import { connectorsWith } from '../checks/connectors/registry.ts'
import { writeServices } from '../checks/services/services.ts'
import { type InstalledDemo, installedDemo } from '../demo/demo-state.ts'
import { closeDemo, eraseDemo } from '../demo/remove.ts'
import { readEnv } from '../env/env.ts'
import { readMergedEnv } from '../env/env-stored.ts'
import { openFileStores } from '../files/contents/file-stores.ts'
import { documentTools } from '../files/document-tools.ts'
import { readSecrets } from '../secrets/secret-file.ts'
import { print, withDatabase } from './console.ts'
import { enrolAfterDecision } from './enrol-after-decision.ts'

const list = new Intl.ListFormat('es')

const contentsOf = ({ companies, users, vehicles }: InstalledDemo): string =>
  companies.length === 0
    ? 'las direcciones de portales simulados'
    : `${countOf(companies.length, 'empresa', 'empresas')} (${list.format(companies)}), ` +
      `${countOf(users, 'usuario', 'usuarios')} y ` +
      `${vehiclesText(vehicles)}, con sus archivos`

/** @throws Error without a terminal, or if the answer is not a confirmation */
const confirm = async (what: string): Promise<void> => {
  const loss = `Se borran ${what}; no se puede deshacer.`
  if (!process.stdin.isTTY) throw new Error(`${loss} Confírmelo con --yes.`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question(`${loss} ¿Quitarlos? (sí/no) `).finally(() => lines.close())
  if (!/^s[ií]$/i.test(answer.trim())) throw new Error('No se quitó nada.')
}

const remove = async ({ yes }: { yes?: true }): Promise<void> => {
  const rows = await withDatabase(async (db) => {
    const found = await installedDemo(db)
    if (!found) throw new Error('Esta instalación no tiene la demostración.')
    if (!yes) await confirm(contentsOf(found))
    const companies = await enrolAfterDecision(db, async (tx) => {
      const closed = await closeDemo(tx)
      const stored = await tx.selectFrom('json_connector').select(['connector_key', 'definition', 'version']).execute()
      await writeServices(tx, connectorsWith(stored))
      return closed
    })
    const { documents, dataDir } = (await readMergedEnv(db, await readSecrets(readEnv()))).env
    const stores = { ...openFileStores(documents, dataDir, db), contents: documentTools(documents, dataDir).contents }
    return eraseDemo(db, stores, companies)
  })
  print(`Demostración quitada: ${rows} filas. Ya no se cargará al iniciar, salvo con PADRON_DEMO=1.`)
  print('Si Padrón está en marcha, reinícielo: los portales simulados y su aviso siguen hasta entonces.')
}

export const addDemoCommands = (program: Command): void => {
  const demo = program.command('demo').description('La demostración: empresas inventadas y portales simulados')
  demo
    .command('remove')
    .description('Quita la demostración: empresas, usuarios, vehículos, archivos y direcciones de portales simulados')
    .option('--yes', 'sin preguntar')
    .action(remove)
}
