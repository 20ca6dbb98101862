// `padron key …`: the installation's secret keys. A new key is used at once and the previous one is still accepted for
// a while, so changing keys signs nobody out and breaks no link.
import { RESULT_RETENTION_DAYS } from '@padron/contract/exports'
import { REPORT_RETENTION_DAYS } from '@padron/contract/reports/rules'
import { type Command, Option } from 'commander'
import { asSystem } from '../db/client.ts'
import { PURPOSES, type Purpose, rotateKey } from '../secrets/secret-keys.ts'
import { print, table, withDatabase } from './console.ts'

/** A link in an email is valid as long as its file, so the key that signed it is accepted for that long. */
const FILE_KEY_DAYS = Math.max(RESULT_RETENTION_DAYS, REPORT_RETENTION_DAYS) + 1
const OVERLAP_SECONDS: Readonly<Record<Purpose, number>> = {
  'password-step': 3600,
  'file-links': FILE_KEY_DAYS * 86_400,
}

const list = async (): Promise<void> => {
  const keys = await withDatabase((db) =>
    asSystem(db, (tx) =>
      tx
        .selectFrom('secret_key')
        .select(['kid', 'purpose', 'created_at', 'retired_at'])
        .orderBy('purpose')
        .orderBy('created_at')
        .execute(),
    ),
  )
  const rows = keys.map(({ kid, purpose, created_at, retired_at }) => [
    purpose,
    kid,
    created_at.slice(0, 16),
    retired_at ? `hasta ${retired_at.slice(0, 16)}` : 'en uso',
  ])
  print(table([['USO', 'LLAVE', 'CREADA (UTC)', 'SITUACIÓN'], ...rows]))
}

const rotate = async ({ purpose }: { purpose: Purpose }): Promise<void> => {
  const kid = await withDatabase((db) => rotateKey(db, purpose, new Date(), OVERLAP_SECONDS[purpose]))
  const longer = purpose === 'password-step' ? 'una hora' : `${FILE_KEY_DAYS} días`
  print(`Llave ${kid} en uso. La anterior se acepta ${longer} más.`)
}

export const addKeyCommands = (program: Command): void => {
  const key = program.command('key').description('Llaves secretas de la instalación')
  key.command('list').description('Lista las llaves, sin su secreto').action(list)
  key
    .command('rotate')
    .description('Estrena una llave sin cerrar ninguna sesión')
    .addOption(
      new Option('--purpose <uso>', 'password-step: cifra contraseñas; file-links: firma archivos')
        .choices(PURPOSES)
        .makeOptionMandatory(),
    )
    .action(rotate)
}
