// Opens a sent file as sheets of rows: a workbook, or a CSV file as one sheet without a name. The file's name decides.
import { TEMPLATE_SHEET } from '@padron/contract/template/vehicle-template'
import { checkCsv, readCsv } from '../../../files/csv/read-csv.ts'
import { type OpenBook, openBook } from '../../../files/xlsx/read/open.ts'
import { checkDirectory } from '../../../files/xlsx/read/package.ts'

const CSV_SHEET = ''
export const isCsv = (fileName: string): boolean => /\.csv$/i.test(fileName)

/** The checks that need no thread. @throws WorkbookError */
export const checkFile = async (bytes: Buffer, fileName: string): Promise<void> => {
  if (isCsv(fileName)) checkCsv(bytes)
  else await checkDirectory(bytes)
}

/** For worker threads only. @throws WorkbookError, also while the rows are read */
export const openFile = async (bytes: Buffer, fileName: string): Promise<OpenBook> =>
  isCsv(fileName)
    ? { sheets: [CSV_SHEET], main: CSV_SHEET, rows: () => readCsv(bytes) }
    : openBook(bytes, TEMPLATE_SHEET)
