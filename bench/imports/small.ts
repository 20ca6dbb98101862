// Ten thousand rows: those with errors return in a marked workbook, the valid ones are registered, edited with their
// own template, and undone.
import { join } from 'node:path'
import type { Uploaded } from '@padron/contract/imports'
import { readXlsx } from '@padron/server/files/xlsx/read/reader'
import { type BookSize, writeTexts } from './book.ts'
import { apply, check, fetchFile, msOf, type Timed, template, timed, undo } from './calls.ts'
import { openCompany, type Site, type Who } from './setup.ts'

export const BOOKS = {
  right: { rows: 10_000 },
  wrong: { rows: 10_000, wrong: 500 },
  marked: { rows: 2_000, wrong: 200 },
} as const satisfies Record<string, BookSize>
/** The path of each workbook. */
export type Paths = Readonly<Record<keyof typeof BOOKS, string>>

/** In milliseconds; a failed step and the steps after it have none. */
export type Small = Partial<
  Record<
    | 'right'
    | 'wrong'
    | 'wrongMarked'
    | 'markedCheck'
    | 'marked'
    | 'applied'
    | 'template'
    | 'edit'
    | 'editApplied'
    | 'undone',
    number
  >
>

/** The template's texts with two columns changed. */
const edited = async (bytes: Buffer): Promise<string[][]> => {
  const rows = (await Array.fromAsync(readXlsx(bytes))).map(({ cells }) => [...cells])
  const [headings = []] = rows
  const places = ['Color', 'Observaciones'].map((heading) => headings.indexOf(heading))
  return rows.map((row, i) =>
    i === 0 ? row : row.map((cell, at) => (places.includes(at) ? `${cell} (revisado)` : cell)),
  )
}

const wrongOnes = async (site: Site, who: Who, paths: Paths, into: Small): Promise<void> => {
  const back = ({ value }: Timed<Uploaded>) => timed(() => fetchFile(site, value.import.fileUrl ?? ''))
  const two = await check(site, who, 'add', paths.marked)
  into.markedCheck = msOf(two)
  into.marked = msOf(await back(two))
  const ten = await check(site, who, 'add', paths.wrong)
  into.wrong = msOf(ten)
  into.wrongMarked = msOf(await back(ten))
  if (ten.value.import.counts.refused < BOOKS.wrong.wrong)
    throw new Error('unexpected result: too few rows were refused')
}

const rightOnes = async (site: Site, who: Who, paths: Paths, into: Small): Promise<void> => {
  const right = await check(site, who, 'add', paths.right)
  into.right = msOf(right)
  into.applied = msOf((await apply(site, who, right.value.import)).whole)
  const filled = await template(site, who)
  into.template = msOf(filled)
  const path = join(site.folder, 'edit.xlsx')
  await writeTexts(path, await edited(filled.value))
  const edit = await check(site, who, 'edit', path)
  into.edit = msOf(edit)
  if (edit.value.import.counts.changed !== BOOKS.right.rows)
    throw new Error(`unexpected result: ${JSON.stringify(edit.value)}`)
  into.editApplied = msOf((await apply(site, who, edit.value.import)).whole)
  into.undone = msOf(await undo(site, who, edit.value.import))
}

/** A new company's ten thousand rows: with errors, valid, edited, undone. */
export const small = async (site: Site, round: number, paths: Paths): Promise<Small> => {
  const who = await openCompany(site.db, `chico${round}`)
  const into: Small = {}
  try {
    await wrongOnes(site, who, paths, into)
    await rightOnes(site, who, paths, into)
  } catch (error) {
    process.stdout.write(`round ${round + 1}: ${error instanceof Error ? error.message : error}\n`)
  }
  return into
}
