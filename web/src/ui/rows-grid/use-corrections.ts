// The corrections of a workbook's rows that were not checked yet: cells by row and field, omitted rows, rows included
// again. Stored as long as this tab is open, so that a reload loses nothing. Storage may be forbidden or full: then
// they last as long as the page.
import { useCallback, useState } from 'react'
import { z } from 'zod/mini'
import { notify } from '../../api/notify.ts'
import { numberText } from '../../lib/number-text.ts'
import { useUser } from '../../session/user-context.ts'

export type GridNote = { field: string | null; column?: string; message: string; level: 'error' | 'warning' }
export type GridRow = { row: number; texts: Readonly<Record<string, string>>; notes: readonly GridNote[] }

export const Corrections = z.object({
  cells: z.record(z.string(), z.record(z.string(), z.string())),
  omit: z.array(z.int()),
  include: z.array(z.int()),
})
export type Corrections = z.infer<typeof Corrections>
export const NONE: Corrections = { cells: {}, omit: [], include: [] }

type Row = Pick<GridRow, 'row' | 'texts'>

type Fields = Readonly<Record<string, string>>
const withRow = (now: Corrections, row: number | string, own: Fields): Corrections => {
  const { [row]: _, ...rest } = now.cells
  return { ...now, cells: Object.keys(own).length > 0 ? { ...rest, [row]: own } : rest }
}

/**
 * Sets a cell; the text of the file is not a correction.
 * @param sent the corrections being checked: setting the file's text in one of their cells reverts it
 */
export const withCell = (
  now: Corrections,
  { row, texts }: Row,
  field: string,
  text: string,
  sent: Corrections = NONE,
): Corrections => {
  const { [field]: _, ...others } = now.cells[row] ?? {}
  const same = text === (texts[field] ?? '') && sent.cells[row]?.[field] === undefined
  return withRow(now, row, same ? others : { ...others, [field]: text })
}

/** What remains to check after `sent` was: later changes, and reverted ones. */
const withoutSent = (now: Corrections, sent: Corrections): Corrections => {
  const left = Object.entries(sent.cells).reduce((all, [row, fields]) => {
    const own = Object.entries(all.cells[row] ?? {}).filter(([field, text]) => fields[field] !== text)
    return withRow(all, row, Object.fromEntries(own))
  }, now)
  const toggledSince = (before: readonly number[], after: readonly number[]): number[] =>
    before.filter((row) => !after.includes(row))
  return {
    ...left,
    omit: [...toggledSince(now.omit, sent.omit), ...toggledSince(sent.include, now.include)],
    include: [...toggledSince(now.include, sent.include), ...toggledSince(sent.omit, now.omit)],
  }
}

const toggleRow = (rows: readonly number[], row: number): number[] =>
  rows.includes(row) ? rows.filter((one) => one !== row) : [...rows, row]

export const withOmitted = (now: Corrections, row: number): Corrections => ({ ...now, omit: toggleRow(now.omit, row) })
export const withIncluded = (now: Corrections, row: number): Corrections => ({
  ...now,
  include: toggleRow(now.include, row),
})

/** Sets the same text in a field of many rows, whose text in the file differs. */
export const withCells = (now: Corrections, rows: readonly number[], field: string, text: string): Corrections => ({
  ...now,
  cells: { ...now.cells, ...Object.fromEntries(rows.map((row) => [row, { ...now.cells[row], [field]: text }])) },
})

export const cellOf = (now: Corrections, { row, texts }: Row, field: string): string =>
  now.cells[row]?.[field] ?? texts[field] ?? ''
export const isCorrected = (now: Corrections, row: number, field: string): boolean =>
  now.cells[row]?.[field] !== undefined

const listCorrections = ({ cells }: Corrections): { row: number; field: string; text: string }[] =>
  Object.entries(cells).flatMap(([row, fields]) =>
    Object.entries(fields).map(([field, text]) => ({ row: Number(row), field, text })),
  )
export const countOfChanges = (now: Corrections): number =>
  listCorrections(now).length + now.omit.length + now.include.length

const read = (key: string): Corrections => {
  try {
    return z.parse(Corrections, JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return NONE
  }
}
const write = (key: string, now: Corrections): void => {
  try {
    if (countOfChanges(now) > 0) sessionStorage.setItem(key, JSON.stringify(now))
    else sessionStorage.removeItem(key)
  } catch {
    // See above.
  }
}

/**
 * The corrections of one file; another file needs another instance (`key`).
 * @param name of the file, among all of this user’s
 * @param atMost maximum number of changes in one check
 */
export const useCorrections = (name: string, atMost: number) => {
  const key = `padron.${useUser().userId}.${name}`
  const [now, setNow] = useState(() => read(key))
  const change = useCallback(
    (make: (now: Corrections) => Corrections): void =>
      setNow((before) => {
        const after = make(before)
        write(key, after)
        return after
      }),
    [key],
  )
  const tellTooMany = (): void =>
    notify('warning', `Se revisan hasta ${numberText(atMost)} cambios a la vez: revise de nuevo antes de seguir.`)
  /** The corrections being checked; later changes stay. */
  const [sent, setSent] = useState(NONE)
  return {
    now,
    change,
    clear: () => change(() => NONE),
    /** Whether this many more can be checked; otherwise a message says so. */
    fits: (more: number): boolean => {
      const fits = listCorrections(now).length + more <= atMost
      if (!fits) tellTooMany()
      return fits
    },
    sent,
    /** Starts a check with the current corrections; undefined if there are too many. */
    send: () => {
      const { omit, include } = now
      const corrections = listCorrections(now)
      if (Math.max(corrections.length, omit.length, include.length) > atMost) {
        tellTooMany()
        return undefined
      }
      setSent(now)
      return { corrections, omit, include }
    },
    onChecked: () => {
      setSent(NONE)
      change((before) => withoutSent(before, sent))
    },
    onFailed: () => setSent(NONE),
  }
}
export type CorrectionsState = Omit<ReturnType<typeof useCorrections>, 'send' | 'onChecked' | 'onFailed'> & {
  recheck: (omitRefused?: boolean) => void
  busy: boolean
  /** Why the check was refused. */
  error: string | undefined
}
