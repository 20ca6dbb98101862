// A filter by date in words and as the wire asks it. Pure.
import type { DateField } from '@padron/contract/field-names'
import { type Dates, isDay, type Mode, readDates } from './search.ts'

export const MODES = [
  { mode: 'after', text: 'Después de', from: true, to: false },
  { mode: 'before', text: 'Antes de', from: false, to: true },
  { mode: 'between', text: 'Entre', from: true, to: true },
] as const satisfies readonly { mode: Mode; text: string; from: boolean; to: boolean }[]

export const writeDates = ({ mode, from, to }: Dates): string =>
  `${mode === 'before' ? '' : from}..${mode === 'after' ? '' : to}`

/** What is wrong with it, in words; undefined where nothing is. */
export const datesFault = ({ mode, from, to }: Dates): string | undefined => {
  const { from: needsFrom, to: needsTo } = MODES.find((one) => one.mode === mode) ?? MODES[2]
  if (needsFrom && !from) return needsTo ? 'Falta la fecha inicial' : 'Falta la fecha'
  if (needsTo && !to) return needsFrom ? 'Falta la fecha final' : 'Falta la fecha'
  if ((needsFrom && !isDay(from)) || (needsTo && !isDay(to))) return 'Fecha no válida'
  if (mode === 'between' && from > to) return 'La fecha final es anterior a la inicial'
  return undefined
}

/** As the wire asks it. */
export const dateFilter = (field: DateField, text: string | undefined) => {
  const dates = readDates(text)
  if (!dates) return undefined
  const { mode, from, to } = dates
  return {
    dateParameter: field,
    dateBy: mode,
    ...(mode !== 'before' && { startDate: from }),
    ...(mode !== 'after' && { endDate: to }),
  }
}

/** 'Después de 2026-01-01', 'Entre 2026-01-01 y 2026-02-01'. */
export const datesText = (text: string | undefined): string => {
  const dates = readDates(text)
  if (!dates) return ''
  const words = MODES.find(({ mode }) => mode === dates.mode)?.text
  return `${words} ${[dates.from, dates.to].filter(Boolean).join(' y ')}`
}
