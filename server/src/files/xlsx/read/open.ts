// A stranger's workbook opened in the thread that calls: for worker threads only, since a hostile file may keep its
// thread busy for seconds. `readXlsx` (xlsx-reader.ts) is the same for the thread that serves people.

import { openPackage } from './package.ts'
import { readWorkbook } from './parts.ts'
import { readRows, type SheetRow } from './sheet.ts'
import { readStrings } from './strings.ts'
import { readFormats } from './styles.ts'
import { DAMAGED, WorkbookError } from './workbook-error.ts'

/** `sheetName` as the person wrote it; `sheetPart` is the name of its XML inside the ZIP. The rows can be read once. */
export type OpenSheet = { sheetName: string; sheetPart: string; rows: AsyncGenerator<SheetRow> }

/** What is not ours comes from the ZIP or the XML: the file's fault in every case. */
const asRefusal = (error: unknown): WorkbookError =>
  error instanceof WorkbookError ? error : new WorkbookError(DAMAGED, { cause: error })

async function* refusing(rows: AsyncGenerator<SheetRow>): AsyncGenerator<SheetRow> {
  try {
    yield* rows
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * The package is checked and its strings and formats are read at once; rows are read on demand.
 * @param wantedSheet the sheet to prefer; without one of that name, the first visible one
 * @throws WorkbookError, and so do the rows, with a sentence for the person who sent the file
 */
export const openSheet = async (bytes: Buffer, wantedSheet: string): Promise<OpenSheet> => {
  try {
    const pack = await openPackage(bytes)
    const { sheet, name, strings, styles, date1904 } = await readWorkbook(pack, wantedSheet)
    const formats = await readFormats(pack, styles)
    const context = { strings: await readStrings(pack, strings), formats, date1904 }
    const rows = readRows(await pack.open(sheet), context)
    return { sheetName: name, sheetPart: sheet, rows: refusing(rows) }
  } catch (error) {
    throw asRefusal(error)
  }
}
