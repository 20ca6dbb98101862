// The parts of an email in their order, which its HTML and its plain text share.
import { sizeText } from '../files/contents/content-rows.ts'
import { withLocale } from '../locale.ts'
import { attachedFiles } from './attachments.ts'
import type { EmailBranding } from './branding.ts'
import type { MailBlock, MailContent, MailFile } from './email-content.ts'

type FileWords = { name: string; note: string; address: string | undefined }
export type EmailParts = {
  subject: string
  /** The preview that mail programs show beside the subject. */
  preheader: string
  /** The company's name; empty in the product's own emails. */
  company: string
  header: string
  title: string
  about: string
  lines: readonly string[]
  blocks: readonly MailBlock[]
  button: { text: string; address: string } | undefined
  files: readonly FileWords[]
  footer: readonly string[]
  links: EmailBranding['links']
  /** The product's line at the bottom. */
  foot: string
}

export type ComposeOptions = {
  /** An absolute address of one of our paths that opens until then. */
  addressOf: (path: string, until: Date) => string
  picture: 'cid' | 'data'
  /** Ids of files that have expired. */
  gone?: ReadonlySet<string>
}

const SUBJECT_MAX = 200
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
export const cleanSubject = (subject: string): string => [...oneLine(subject)].slice(0, SUBJECT_MAX).join('')
/** Removes control characters but for line breaks. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()

/** Each line without inner breaks; empty lines are dropped. */
const plainCell = (cell: string): string => cell.split('\n').map(oneLine).filter(Boolean).join('\n')

const plainBlock = (block: MailBlock): MailBlock => {
  if (block.is === 'facts')
    return { ...block, rows: block.rows.map(([what, value]) => [oneLine(what), plainCell(value)] as const) }
  if (block.is === 'table')
    return {
      ...block,
      caption: oneLine(block.caption),
      columns: block.columns.map((column) => ({ ...column, title: oneLine(column.title) })),
      rows: block.rows.map((row) => row.map(plainCell)),
    }
  return { ...block, text: plain(block.text) }
}

const dayText = (instant: string, timeZone: string): string =>
  new Date(instant).toLocaleDateString('es-MX', { day: 'numeric', month: 'long', year: 'numeric', timeZone })

const GONE = 'Este archivo ya no está disponible.'
const fileWords = (
  { name, path, size, until, fileId }: MailFile,
  attached: readonly MailFile[],
  { addressOf, gone }: ComposeOptions,
  timeZone: string,
): FileWords => {
  if (gone?.has(fileId)) return { name: oneLine(name), note: GONE, address: undefined }
  const how = attached.some((each) => each.fileId === fileId) ? 'adjunto; también' : 'muy grande para adjuntarlo;'
  return {
    name: oneLine(name),
    note: `${sizeText(size)}, ${how} se puede descargar hasta el ${dayText(until, timeZone)}`,
    address: addressOf(path, new Date(until)),
  }
}

const PRODUCT = 'Este mensaje lo envía Padrón de forma automática'
const footOf = (branding: EmailBranding | undefined): string =>
  branding?.fromEmail ? `${PRODUCT}; las respuestas llegan a ${branding.fromEmail}.` : `${PRODUCT}; no lo responda.`

/** Console screens never expire. */
const NEVER = 8_640_000_000_000_000

/** @param branding applies only to emails with `content.company`; country and zone count for all */
export const emailParts = (
  content: MailContent,
  branding: EmailBranding | undefined,
  options: ComposeOptions,
): EmailParts => withLocale(branding?.country ?? 'MX', () => partsInLocale(content, branding, options))

const partsInLocale = (
  content: MailContent,
  branding: EmailBranding | undefined,
  options: ComposeOptions,
): EmailParts => {
  const { lines, blocks = [], link, files = [], title = '', about = '' } = content
  const applied = content.company ? branding : undefined
  const attached = attachedFiles(content, branding, options.gone)
  const timeZone = branding?.timeZone ?? 'UTC'
  const plainLines = lines.map(plain)
  return {
    subject: cleanSubject(content.subject),
    preheader: oneLine(plainLines[0] || about).slice(0, 140),
    company: oneLine(applied?.companyName ?? ''),
    title: oneLine(title),
    about: oneLine(about),
    header: plain(applied?.header ?? ''),
    lines: plainLines,
    blocks: blocks.map(plainBlock),
    button: link && { text: oneLine(link.text), address: options.addressOf(link.path, new Date(link.until ?? NEVER)) },
    files: files.map((file) => fileWords(file, attached, options, timeZone)),
    footer: [applied?.footer ?? '', applied?.contactFooter ?? ''].map(plain).filter(Boolean),
    links: applied?.links ?? [],
    foot: footOf(applied),
  }
}
