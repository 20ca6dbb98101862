// Why a configuration workbook is not sent at all; its content is looked at by the server.
import { CONFIGURATION_BYTES, REPORT_FILE_TEXTS } from '@padron/contract/reports'

const MB = 1_048_576
export const SIZE_TEXT = `${CONFIGURATION_BYTES / MB} MB`

/** By its name: a browser's media type for a workbook depends on what is installed. */
export const workbookFault = (files: readonly Pick<File, 'name' | 'size'>[]): string | undefined => {
  const [file, ...others] = files
  if (!file || others.length > 0 || !/\.xlsx$/i.test(file.name)) return REPORT_FILE_TEXTS.onlyXlsx
  if (file.size === 0) return 'El archivo está vacío.'
  return file.size > CONFIGURATION_BYTES ? `El archivo pesa más de ${SIZE_TEXT}.` : undefined
}
