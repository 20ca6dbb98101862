// The cell formats that display a number as a date, a time, or padded with zeros.
import { numberText } from '@padron/contract/texts/count-of'
import { LIMITS } from './limits.ts'
import type { Package } from './package.ts'
import { WorkbookError } from './workbook-error.ts'
import { readWhole } from './xml.ts'

/** A number is the count of zeros in a format such as 00000: Excel displays at least as many digits. */
export type Format = 'number' | 'date' | 'time' | number

const BUILT_IN: readonly (readonly [from: number, to: number, kind: 'date' | 'time'])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 47, 'time'],
  [50, 58, 'date'],
]

const builtIn = (id: number): Format => BUILT_IN.find(([from, to]) => from <= id && id <= to)?.[2] ?? 'number'

const CODE_AT_MOST = 255 // Excel's own limit
/** Ignores quotes, escapes, colours and conditions; [h] and [mm] are elapsed time. */
const formatOf = (code: string): Format => {
  if (code.length > CODE_AT_MOST) return 'number'
  if (/^0{2,17}$/.test(code)) return code.length
  const bare = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]{1,9}\])[^[\]]*\]/gi, '').toLowerCase()
  if (/general|[#0?]/.test(bare.replace(/\.0+/g, ''))) return 'number'
  return /[yd]|m[^hms]*$/.test(bare.replace(/\[[hms]+\]|am\/pm|a\/p/g, '')) && !/^[hms:.\s]*$/.test(bare)
    ? 'date'
    : /[hms]/.test(bare)
      ? 'time'
      : 'number'
}

const tooMany = () =>
  new WorkbookError(
    `El archivo tiene más de ${numberText(LIMITS.formats)} formatos de celda; copie los datos como valores a un ` +
      'archivo nuevo.',
  )

/** The format of each cell style, by its index. */
export const readFormats = async (pack: Package, part: string | undefined): Promise<readonly Format[]> => {
  const formats: Format[] = []
  if (!part || !pack.has(part)) return formats
  const custom = new Map<number, Format>()
  let inCells = false
  await readWhole(await pack.open(part, LIMITS.styleBytes, tooMany), {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      const id = Number(numFmtId)
      if (name === 'numFmt') custom.set(id, formatOf(formatCode))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      formats.push(custom.get(id) ?? builtIn(id))
      if (formats.length > LIMITS.formats) throw tooMany()
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}
