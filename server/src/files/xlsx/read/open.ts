// Opens an untrusted workbook in the calling thread. For worker threads only, because a hostile file may keep its
// thread busy for seconds. `readXlsx` (reader.ts) is the same for the main thread.
import { openPackage } from './package.ts'
import { readWorkbook } from './parts.ts'
import { readRows, type SheetRow } from './sheet.ts'
import { readStrings } from './strings.ts'
import { readFormats } from './styles.ts'
import { DAMAGED, WorkbookError } from './workbook-error.ts'

/** `rows` starts at a visible sheet's first row with each call. */
export type OpenBook = {
  sheets: readonly string[]
  /** The preferred sheet, or the first visible one. */
  main: string
  rows: (sheet: string) => AsyncGenerator<SheetRow>
}

/** Errors of other code come from the ZIP or the XML, so the file caused them. */
const asRefusal = (error: unknown): WorkbookError =>
  error instanceof WorkbookError ? error : new WorkbookError(DAMAGED, { cause: error })

/**
 * Validates the package and reads its strings and formats; rows are read on demand.
 * @param wantedSheet the preferred sheet; if there is none with that name, the first visible one
 * @throws WorkbookError, also from the rows, with a sentence for the user who sent the file
 */
export const openBook = async (bytes: Buffer, wantedSheet: string): Promise<OpenBook> => {
  try {
    const pack = await openPackage(bytes)
    const book = await readWorkbook(pack, wantedSheet)
    const formats = await readFormats(pack, book.styles)
    const context = { strings: await readStrings(pack, book.strings), formats, date1904: book.date1904 }
    const parts = new Map(book.sheets.map(({ name, part }) => [name, part]))
    async function* rows(sheet: string): AsyncGenerator<SheetRow> {
      const part = parts.get(sheet)
      if (part === undefined) throw new WorkbookError(`El archivo no tiene una hoja visible con el nombre «${sheet}».`)
      try {
        yield* readRows(await pack.open(part), context)
      } catch (error) {
        throw asRefusal(error)
      }
    }
    return { sheets: book.sheets.map(({ name }) => name), main: book.name, rows }
  } catch (error) {
    throw asRefusal(error)
  }
}
