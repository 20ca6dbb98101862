// `padron distribute`: how the schema is shared out among the servers of a distributed PostgreSQL. It prints and
// changes nothing.
import type { Command } from 'commander'
import { asSystem } from '../db/client.ts'
import { distributionSql, readDistribution } from '../db/distribute.ts'
import { say, withDatabase } from './console.ts'

const HEAD = `-- Reparto de Padrón entre los servidores de un PostgreSQL distribuido con la extensión Citus.
-- Ejecútelo una vez, como dueño de la base, ya migrada y sin procesos de Padrón. No se ha probado con Citus: pruébelo antes con una copia.`
const TRIGGERS = `-- Estos disparadores están en tablas repartidas. Citus pide citus.enable_unsafe_triggers para los de cada fila y no admite los de cada
-- sentencia: el registro de actividad, la fila de consultas y los webhooks dependen de ellos.`

const run = ({ sql }: { sql?: true }): Promise<void> =>
  withDatabase(async (db) => {
    const known = await asSystem(db, readDistribution)
    const { reference, distributed, triggers } = known
    if (!sql) {
      say(`Enteras en cada servidor (${reference.length}): ${reference.join(', ')}`)
      return say(`Repartidas por empresa (${distributed.length}): ${distributed.join(', ')}`)
    }
    const triggerLines = triggers.map(
      ({ table, trigger, each }) => `--   ${table}.${trigger} (${each === 'row' ? 'cada fila' : 'cada sentencia'})`,
    )
    say([HEAD, '', TRIGGERS, ...triggerLines, '', ...distributionSql(known)].join('\n'))
  })

export const addDistributeCommands = (program: Command): void => {
  program
    .command('distribute')
    .description('Muestra cómo se reparten las tablas en un PostgreSQL distribuido (Citus); no cambia nada')
    .option('--sql', 'escribe las sentencias de Citus en lugar del resumen')
    .action(run)
}
