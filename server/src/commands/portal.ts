// `padron portal …`: where each public resource is asked and with which contract. The credential is never shown.
import { type Command, InvalidArgumentError } from 'commander'
import { asSystem } from '../db/client.ts'
import { say, table, withDatabase } from './console.ts'

type Settings = { url?: string; credential?: string; paceMs?: number; concurrency?: number; simulated?: boolean }

const asWhole = (least: number) => (text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > 3_600_000) throw new InvalidArgumentError(`Debe ser un número entero desde ${least}.`)
  return value
} // biome-ignore format: one function

const asUrl = (text: string): string => {
  if (!/^https?:\/\/[^\s/]+/.test(text)) throw new InvalidArgumentError('Debe ser una dirección http o https.')
  return text.replace(/\/+$/, '')
}

const list = async (): Promise<void> => {
  const portals = await withDatabase((db) =>
    asSystem(db, (tx) => tx.selectFrom('portal').selectAll().orderBy('portal_key').execute()),
  )
  const rows = portals.map((portal) => [
    portal.portal_key,
    portal.portal_name,
    portal.base_url ?? '—',
    portal.credential ? 'sí' : 'no',
    `${portal.pace_ms}`,
    `${portal.concurrency}`,
    portal.simulated ? 'simulado' : portal.base_url ? 'en uso' : 'sin configurar',
  ])
  say(table([['CLAVE', 'PORTAL', 'DIRECCIÓN', 'CREDENCIAL', 'PAUSA MS', 'A LA VEZ', 'SITUACIÓN'], ...rows]))
}

/** Also forgives the portal: its breaker closes, since what was wrong may just have been set right. */
const set = async (key: string, { url, credential, paceMs, concurrency, simulated }: Settings): Promise<void> => {
  const values = {
    ...(url === undefined ? {} : { base_url: url, simulated: simulated === true }),
    ...(simulated === undefined ? {} : { simulated }),
    ...(credential === undefined ? {} : { credential }),
    ...(paceMs === undefined ? {} : { pace_ms: paceMs }),
    ...(concurrency === undefined ? {} : { concurrency }),
  }
  if (Object.keys(values).length === 0)
    throw new Error('Diga qué se ajusta: --url, --credential, --pace-ms, --concurrency o --simulated.')
  const closed = { failures: 0, open_until: null, open_seconds: 0 }
  const [result] = await withDatabase((db) =>
    asSystem(db, (tx) =>
      tx
        .updateTable('portal')
        .set({ ...values, ...closed })
        .where('portal_key', '=', key)
        .execute(),
    ),
  )
  if (result?.numUpdatedRows !== 1n) throw new Error(`No existe el portal «${key}»; vea padron portal list.`)
  say(`Portal ${key} ajustado.`)
}

export const addPortalCommands = (program: Command): void => {
  const portal = program.command('portal').description('Portales que se consultan')
  portal.command('list').description('Lista los portales y sus ajustes').action(list)
  portal
    .command('set')
    .description('Ajusta un portal')
    .argument('<clave>', 'clave del portal')
    .option('--url <dirección>', 'dirección base de las consultas', asUrl)
    .option('--credential <credencial>', 'usuario:contraseña, token o llave, según el portal')
    .option('--pace-ms <ms>', 'pausa entre consultas, en milisegundos', asWhole(0))
    .option('--concurrency <n>', 'consultas a la vez', asWhole(1))
    .option('--simulated', 'es un portal simulado: las pantallas lo dicen')
    .action(set)
}
