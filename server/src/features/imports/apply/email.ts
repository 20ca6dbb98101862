// The email about an applied import: file, company, requester, counts and a link.
import { IMPORT_UNDO_DAYS, type ImportKind } from '@padron/contract/imports'
import type { Country } from '@padron/contract/places/countries'
import { templateKind } from '@padron/contract/template/kinds'
import { countOf, numberText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import type { JobItem, JobResult } from '../../../jobs/job.ts'
import type { Totals } from '../validation/totals.ts'

type Sent = { fileName: string; company: string; country: Country; counts: Totals['counts'] }

/** The address in the console: the screen of the kind, with the file. */
export const importLink = (kind: ImportKind, importId: string): { text: string; path: string } => ({
  text: 'Abrir el archivo en la consola',
  path: `${templateKind(kind).path}?archivo=${importId}`,
})

const rowsWords = ({ counts, country }: Sent): string => {
  const n = (count: number, one: string, many: string): string[] =>
    count > 0 ? [countOf(count, one, many, country)] : []
  const parts = [
    ...n(counts.new, 'nueva', 'nuevas'),
    ...n(counts.changed, 'con cambios', 'con cambios'),
    ...n(counts.unchanged, 'sin cambios', 'sin cambios'),
    ...n(counts.omitted, 'omitida', 'omitidas'),
  ]
  const warned = counts.warned > 0 ? `; ${numberText(counts.warned, country)} con advertencias` : ''
  return `${countOf(counts.rows, 'fila', 'filas', country)}: ${parts.join(', ')}${warned}.`
}

const UNDO = `Se puede deshacer durante ${IMPORT_UNDO_DAYS} días desde la misma pantalla en que se envió.`

export const appliedEmail = async (
  tx: Tx,
  { tenantId, actor }: JobItem,
  { kind, importId, message }: { kind: ImportKind; importId: string; message: string },
): Promise<NonNullable<JobResult['email']>> => {
  const { rows } = await sql<Sent>`
    select i.file_name as "fileName", c.company_name as company, c.country, i.judged->'totals'->'counts' as counts
    from vehicle_import i join company c on c.tenant_id = i.tenant_id
    where i.tenant_id = ${tenantId} and i.import_id = ${importId}`.execute(tx)
  const [sent] = rows
  const about = sent
    ? [`Archivo «${sent.fileName}» de ${sent.company}, aplicado por ${actor.name}.`, rowsWords(sent)]
    : []
  return { lines: [message, ...about, UNDO], link: importLink(kind, importId) }
}
