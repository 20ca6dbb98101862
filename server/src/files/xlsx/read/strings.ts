// A workbook's shared strings. They must all be in memory before the first row is read, so the strings of a large part
// are counted first, without storing them.
import { numberText } from '@padron/contract/texts/count-of'
import { LIMITS } from './limits.ts'
import type { Package } from './package.ts'
import { WorkbookError } from './workbook-error.ts'
import { readWhole, stringReader } from './xml.ts'

const COUNT_FROM = 33_554_432

const tooMany = () =>
  new WorkbookError(
    `El archivo tiene más de ${numberText(LIMITS.strings)} textos distintos; quite las hojas que no se ` +
      'necesitan o divídalo.',
  )

const TAG_END = Buffer.from('si>')

const timesIn = (chunk: Buffer, needle: Buffer): number => {
  let times = 0
  for (let at = chunk.indexOf(needle); at >= 0; at = chunk.indexOf(needle, at + needle.length)) times++
  return times
}

/** @throws WorkbookError if there are more than the limit */
const countStrings = async (pack: Package, part: string): Promise<void> => {
  let tags = 0
  for await (const chunk of await pack.open(part, LIMITS.stringBytes, tooMany)) {
    tags += timesIn(chunk as Buffer, TAG_END)
    if (tags > 2 * LIMITS.strings) throw tooMany() // each string has two tags
  }
}

export const readStrings = async (pack: Package, part: string | undefined): Promise<readonly string[]> => {
  const strings: string[] = []
  if (!part || !pack.has(part)) return strings
  if (pack.sizeOf(part) > COUNT_FROM) await countStrings(pack, part)
  const reader = stringReader()
  await readWhole(await pack.open(part, LIMITS.stringBytes, tooMany), {
    ...reader,
    close: (name) => {
      reader.close(name)
      if (name === 'si') strings.push(reader.take())
      if (strings.length > LIMITS.strings) throw tooMany()
    },
  })
  return strings
}
