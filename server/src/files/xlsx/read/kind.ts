// Recognizes files that are no workbook: each refusal names the file's kind and what the user can do.
import { fileTypeFromBuffer } from 'file-type'
import { LIMITS } from './limits.ts'
import { RESAVE, WorkbookError } from './workbook-error.ts'

const MB = 1_048_576
const OPEN_AND_SAVE = `ábralo en Excel y ${RESAVE}.`
export const PASSWORD = 'El archivo está protegido con contraseña; quítela en Excel y vuelva a enviarlo.'
const MACROS = `El archivo contiene macros (.xlsm); ${RESAVE}, sin macros.`

const BY_TYPE: readonly (readonly [RegExp, string])[] = [
  [/^application\/pdf$/, `El archivo es un PDF, no un archivo de Excel; envíe el archivo del que se hizo (.xlsx).`],
  [/^image\//, 'El archivo es una imagen, no un archivo de Excel (.xlsx).'],
  [/^(audio|video)\//, 'El archivo es de audio o video, no un archivo de Excel (.xlsx).'],
  [/rtf$/, 'El archivo es un documento de texto, no un archivo de Excel (.xlsx).'],
  [/(rar|7z|gzip|tar|bzip2|xz|zstd|compress)/, 'El archivo está comprimido; extraiga el .xlsx que contiene y envíelo.'],
  [/xml$/, `El archivo es XML, no un archivo de Excel (.xlsx); ${OPEN_AND_SAVE}`],
]

// By the main part's content type: a ZIP that is an Office document of another kind.
const BY_MAIN_PART: readonly (readonly [RegExp, string])[] = [
  [/macroEnabled\.main\+xml$/i, MACROS],
  [/sheet\.binary/i, `El archivo es binario (.xlsb); ${RESAVE}.`],
  [/spreadsheetml\.template/i, `El archivo es una plantilla de Excel (.xltx); ${RESAVE}.`],
  [/wordprocessingml/i, 'El archivo es un documento de Word (.docx), no un archivo de Excel (.xlsx).'],
  [/presentationml/i, 'El archivo es una presentación (.pptx), no un archivo de Excel (.xlsx).'],
]

// By a part that only other kinds of ZIP have.
const BY_ENTRY: readonly (readonly [RegExp, string])[] = [
  [/vbaproject\.bin$/, MACROS],
  [/^meta-inf\/manifest\.xml$/, `El archivo es de LibreOffice u OpenOffice (.ods u otro); ábralo y ${RESAVE}.`],
  [/^index\/.*\.iwa$|^index\.zip$/, 'El archivo es de Numbers; expórtelo como archivo de Excel (.xlsx).'],
]

const first = (table: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]

const hasName = (bytes: Buffer, name: string): boolean => bytes.includes(Buffer.from(name, 'utf16le'))

/** The container of Office 97, which also wraps encrypted workbooks of today. */
const whyOle = (bytes: Buffer): string => {
  if (hasName(bytes, 'EncryptedPackage')) return PASSWORD
  if (hasName(bytes, 'WordDocument')) return 'El archivo es un documento de Word, no un archivo de Excel (.xlsx).'
  return `El archivo es de un formato anterior (.xls); ${OPEN_AND_SAVE}`
}

/** Text has no NUL, unless it is UTF-16, which starts with a byte order mark. */
const whyText = (bytes: Buffer): string | undefined => {
  const start = bytes.subarray(0, 4096)
  const utf16 = /^(fffe|feff)/.test(start.toString('hex', 0, 2))
  if (start.includes(0) && !utf16) return
  return /<(!doctype html|html|table|head|body)\b/i.test(start.toString('latin1'))
    ? `El archivo es una página web (HTML), no un archivo de Excel; ${OPEN_AND_SAVE}`
    : `El archivo es de texto o CSV, no un archivo de Excel; ${OPEN_AND_SAVE}`
}

/** @throws WorkbookError if the file is empty or too large */
export const checkSize = ({ length }: Uint8Array): void => {
  if (length === 0) throw new WorkbookError('El archivo está vacío.')
  if (length > LIMITS.bytes)
    throw new WorkbookError(
      `El archivo pesa ${Math.ceil(length / MB)} MB y el máximo es de ${LIMITS.bytes / MB} MB; divídalo.`,
    )
}

export const checkStart = async (bytes: Buffer): Promise<void> => {
  checkSize(bytes)
  const magic = bytes.length < 4 ? 0 : bytes.readUInt32BE(0)
  if (magic === 0x504b0304) return
  if (magic === 0xd0cf11e0) throw new WorkbookError(whyOle(bytes))
  // A few kilobytes are enough to recognize the type.
  const type = await fileTypeFromBuffer(bytes.subarray(0, 4096)).catch(() => undefined)
  const why = first(BY_TYPE, type?.mime ?? '') ?? whyText(bytes)
  throw new WorkbookError(why ?? 'El archivo no es un archivo de Excel (.xlsx).')
}

const PACKAGE_PARTS = ['_rels/.rels', '[content_types].xml']
const OTHER_ZIP =
  'El archivo es un ZIP y no un archivo de Excel; si el archivo (.xlsx) está dentro, extráigalo y envíelo.'

/** @param names of the parts, in lower case @throws WorkbookError if they belong to another kind of document */
export const checkNames = (names: ReadonlySet<string>): void => {
  for (const name of names) {
    const why = first(BY_ENTRY, name)
    if (why) throw new WorkbookError(why)
  }
  if (!PACKAGE_PARTS.every((part) => names.has(part))) throw new WorkbookError(OTHER_ZIP)
}

/** @param type the content type of the main part @throws WorkbookError unless it is a workbook without macros */
export const checkMainType = (type: string): void => {
  if (type === 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml') return
  throw new WorkbookError(first(BY_MAIN_PART, type) ?? 'El archivo no es un archivo de Excel (.xlsx).')
}
