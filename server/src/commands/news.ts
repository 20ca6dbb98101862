// `padron news …`: announcements of the operator for every company, or those of one country, in the console's notices.
import { isCalendarDay } from '@padron/contract/days'
import { normalize } from '@padron/contract/normalize'
import { COUNTRIES, COUNTRY_CODES, type Country } from '@padron/contract/places/countries'
import { numberText } from '@padron/contract/texts/count-of'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { sql } from 'kysely'
import { asSystem } from '../db/client.ts'
import { print, table, withDatabase } from './console.ts'

const TITLE_AT_MOST = 120
const INFORMATION_AT_MOST = 1_000

/** Line breaks are preserved in the text, not in its title. */
const asText =
  (what: string, most: number, unseen: RegExp) =>
  (typed: string): string => {
    const text = normalize(typed, 'NFC').trim()
    if (text === '') throw new InvalidArgumentError(`${what}: no puede estar en blanco.`)
    if ([...text].length > most)
      throw new InvalidArgumentError(
        `${what}: máximo ${numberText(most)} caracteres; tiene ${numberText([...text].length)}.`,
      )
    if (unseen.test(text)) throw new InvalidArgumentError(`${what}: tiene caracteres que no se ven.`)
    return text
  }
const asTitle = asText('Título', TITLE_AT_MOST, /\p{C}/u)
const asInformation = asText('Información', INFORMATION_AT_MOST, /(?!\n)\p{C}/u)

const asDay = (typed: string): string => {
  if (!isCalendarDay(typed)) throw new InvalidArgumentError('Debe ser una fecha como 2026-12-31.')
  return typed
}

type Added = { title: string; information: string; country?: Country; until?: string }

const add = async ({ title, information, country, until }: Added): Promise<void> => {
  const zone = COUNTRIES[country ?? 'MX'].timeZone
  const id = await withDatabase((db) =>
    asSystem(db, async (tx) => {
      // It is shown until the end of its last day.
      const ends =
        until === undefined ? sql`null::timestamptz` : sql`(${until}::date + 1)::timestamp at time zone ${zone}`
      const { rows } = await sql<{ id: number }>`
        insert into news_item (title, information, country, ends_at)
        select ${title}, ${information}, ${country ?? null}, e.at
        from (select ${ends} as at) e
        where e.at is null or e.at > now()
        returning news_id as id`.execute(tx)
      if (!rows[0]) throw new Error(`--until ${until}: ese día ya pasó.`)
      return rows[0].id
    }),
  )
  print(`Noticia ${id} publicada para ${country ? COUNTRIES[country].name : 'todas las empresas'}.`)
}

type Listed = { id: number; at: string; title: string; country: string | null; until: string | null; ended: boolean }

const list = async (): Promise<void> => {
  const items = await withDatabase((db) =>
    asSystem(db, async (tx) => {
      const { rows } = await sql<Listed>`
        select news_id as id, to_char(published_at at time zone z, 'YYYY-MM-DD HH24:MI') as at, title, country,
          to_char((ends_at at time zone z) - interval '1 day', 'YYYY-MM-DD') as until,
          coalesce(ends_at <= now(), false) as ended
        from news_item
        cross join lateral (select case country
          when 'CO' then ${COUNTRIES.CO.timeZone}
          else ${COUNTRIES.MX.timeZone} end as z) x
        order by published_at desc, news_id desc`.execute(tx)
      return rows
    }),
  )
  if (items.length === 0) return print('No hay noticias.')
  const rows = items.map(({ id, at, title, country, until, ended }) => [
    `${id}`,
    at,
    country ?? 'todos',
    ended ? `terminó el ${until}` : (until ?? '—'),
    title,
  ])
  print(table([['NÚMERO', 'PUBLICADA', 'PAÍS', 'HASTA', 'TÍTULO'], ...rows]))
}

const asId = (typed: string): number => {
  if (!/^[1-9]\d{0,15}$/.test(typed))
    throw new InvalidArgumentError('Debe ser el número de una noticia; vea padron news list.')
  return Number(typed)
}

const remove = async (id: number): Promise<void> => {
  const gone = await withDatabase((db) =>
    asSystem(db, (tx) => sql`delete from news_item where news_id = ${id}`.execute(tx)),
  )
  if (gone.numAffectedRows === 0n) throw new Error(`No existe la noticia ${id}; vea padron news list.`)
  print(`Noticia ${id} eliminada.`)
}

export const addNewsCommands = (program: Command): void => {
  const news = program.command('news').description('Noticias que se muestran en la consola de las empresas')
  news
    .command('add')
    .description('Publica una noticia')
    .requiredOption('--title <título>', `una línea, hasta ${TITLE_AT_MOST} caracteres`, asTitle)
    .requiredOption('--information <texto>', `hasta ${INFORMATION_AT_MOST} caracteres`, asInformation)
    .addOption(new Option('--country <país>', 'solo para las empresas de un país').choices(COUNTRY_CODES))
    .option('--until <fecha>', 'último día en que se muestra, como 2026-12-31', asDay)
    .action(add)
  news.command('list').description('Lista las noticias publicadas').action(list)
  news
    .command('remove')
    .description('Elimina una noticia')
    .argument('<número>', 'número de la noticia', asId)
    .action(remove)
}
