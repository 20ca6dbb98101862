// Every reader of a foreign text takes at most a moment, however long the text and whatever is repeated in it: a
// pattern or a normalisation that is not linear would stop the responses to every company.
import { bareIdentifier as storedIdentifier } from '@padron/contract/assets'
import { isSocialLink, readTrackingMails } from '@padron/contract/email-settings'
import { isMail, readMails } from '@padron/contract/exports'
import { bareWords } from '@padron/contract/normalize'
import { findState, nearestState } from '@padron/contract/places/state-names'
import { ProfileName } from '@padron/contract/profiles'
import { fieldNameFault, typeNameFault } from '@padron/contract/rules/document-rules'
import { readTaxId } from '@padron/contract/rules/tax-ids'
import { categoryFault, tagFault } from '@padron/contract/tags'
import { cleanText } from '@padron/contract/template/cell-rules'
import type { TemplateField } from '@padron/contract/template/columns'
import { findHeadings } from '@padron/contract/template/headings'
import { TEMPLATE_KINDS } from '@padron/contract/template/kinds'
import { nearestWord } from '@padron/contract/template/nearest'
import { readTemplateRow } from '@padron/contract/template/rows'
import { typedHeading } from '@padron/contract/template/workbook-columns'
import { VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { expect, test } from 'vitest'
import type { Definition } from './checks/connectors/generic/definition.ts'
import { filesOf } from './checks/connectors/generic/extras.ts'
import { filled, textAt } from './checks/connectors/generic/values.ts'
import { registrationFields, unknownVehicle } from './checks/connectors/parsing/registration.ts'
import { bareIdentifier, clip, fold, webLink } from './checks/connectors/parsing/text.ts'
import { tidy } from './features/documents/values.rules.ts'
import { attachment } from './files/attachment.ts'
import { cleanName } from './files/clean-name.ts'
import { printable } from './files/pdf/printable.ts'
import { withBoxes } from './files/xlsx/mark/boxes.ts'
import { withNotes } from './files/xlsx/mark/notes.ts'
import { readStyles } from './files/xlsx/mark/styles.ts'
import { withAttributes } from './files/xlsx/mark/xml.ts'
import { MAIN } from './files/xlsx/xml-text.ts'
import { checkWorkbookUpload } from './http/uploads/check-workbook-upload.ts'
import { asUsername } from './identity/accounts/username.ts'
import { maskText } from './log/error-redaction.ts'
import { readBounce } from './mail/bounces.ts'
import { RUN_NAMES, runOf, workOf } from './testing/attacks/long-runs.ts'
import { readWebhookUrl } from './webhooks/url.ts'

/** The largest texts: a multipart header, a cell of a workbook, a body of a call, and a portal's answer. */
const FILE_NAME = 78_000
const CELL = 32_767
const BODY = 1_000_000
const ANSWER = 1_000_000
const AT_MOST_MS = 250

type Reader = readonly [what: string, size: number, read: (text: string) => unknown]

const options = { country: 'MX', thisYear: 2026 } as const
const FIELDS = VEHICLE_FIELDS.map(({ field }) => field as TemplateField)
const wide = (text: string): string[] => Array.from({ length: 200 }, () => text)
const fileAt = { files: [{ name: 'acuse.pdf', path: 'a' }] } as unknown as Definition
const styles = (item: string): string =>
  `<styleSheet xmlns="${MAIN}"><fonts><font>${item}</font></fonts><fills><fill/></fills><cellXfs><xf ` +
  'fontId="0"/></cellXfs></styleSheet>'

const READERS: readonly Reader[] = [
  ['a document’s file name', FILE_NAME, (text) => cleanName(text, 'application/pdf')],
  [
    'a workbook’s file name',
    FILE_NAME,
    (text) =>
      checkWorkbookUpload({ bytes: Buffer.alloc(0), fileName: `${text}.xlsx` }, undefined, { file: '', onlyXlsx: '' }),
  ],
  ['the name of a file to download', FILE_NAME, (text) => attachment(text, 'application/pdf')],
  ['a heading as typed', BODY, typedHeading],
  ['the headings of a sheet', CELL, (text) => findHeadings('add', [wide(text)], 'MX')],
  ['a word without its accents', BODY, bareWords],
  ['the nearest of some words', CELL, (text) => nearestWord(text, ['Placa', 'VIN', 'Estado'])],
  ['a state', CELL, (text) => findState(text, 'MX') ?? nearestState(text, 'MX')],
  ['a cell', CELL, cleanText],
  ...TEMPLATE_KINDS.map(
    ({ kind }): Reader => [
      `a row to ${kind}`,
      CELL,
      (text) => readTemplateRow(kind, new Map(FIELDS.map((field) => [field, text])), options),
    ],
  ),
  ['a tax id', BODY, (text) => [readTaxId(text, 'MX'), readTaxId(text, 'CO')]],
  ['a plate', BODY, storedIdentifier],
  ['a profile’s name', BODY, (text) => ProfileName.safeParse(text)],
  ['a tag', BODY, (text) => [tagFault(text), categoryFault(text)]],
  ['the name of a document’s type', BODY, (text) => [typeNameFault(text), fieldNameFault(text)]],
  ['a document’s field', BODY, tidy],
  ['mail addresses', BODY, (text) => [isMail(text), readMails(text), readTrackingMails(text)]],
  [
    'a link',
    BODY,
    (text) => [isSocialLink(text), isSocialLink(`https://${text}`), readWebhookUrl(`https://${text}`, false)],
  ],
  ['a user’s name', BODY, asUsername],
  ['a text of a PDF', BODY, printable],
  ['an error of another program', BODY, maskText],
  ['a portal’s text', ANSWER, (text) => [clip(text), fold(text), bareIdentifier(text), webLink(text)]],
  ['a portal’s sentence', ANSWER, (text) => unknownVehicle(text, [1])],
  [
    'what a portal knows of a vehicle',
    ANSWER,
    (text) => registrationFields({ plate: text, brandName: text, plateDate: text }),
  ],
  ['a value of an answer', ANSWER, (text) => [textAt({ a: text }, 'a'), filled('{a} · {a}', { a: text })]],
  [
    'a list of an answer',
    ANSWER,
    (text) => textAt({ a: Array.from({ length: 50 }, () => text.slice(0, 20_000)) }, 'a[]'),
  ],
  ['a file inside an answer', 100_000, (text) => filesOf(fileAt, { a: text })],
  ['a file inside an answer that is none at its end', 100_000, (text) => filesOf(fileAt, { a: `QUJD${text}!` })],
  ['an attribute of a workbook', CELL, (text) => withAttributes(`<c r="${text}" s="1"/>`, { s: '2', r: undefined })],
  [
    'a format of cells',
    BODY,
    (text) => readStyles(styles(`<name val="${text.replace(/[<"]/g, '')}"/>`)).marked(0, 'error'),
  ],
  [
    'an older note',
    CELL,
    (text) =>
      withNotes(
        `<comments xmlns="${MAIN}"><authors><author>Padrón</author></authors><commentList><comment ref="A1" ` +
          `authorId="0"><text><t>Error: ${text.replaceAll('<', ' ')}</t></text></comment></commentList></comments>`,
        new Map([['A1', 'uno']]),
      ),
  ],
]

test.each(READERS)('%s is read in linear time, whatever is repeated in it', async (_, size, read) => {
  for (const run of RUN_NAMES) {
    const text = runOf(run, size)
    expect(await workOf(() => read(text)), run).toBeLessThan(AT_MOST_MS)
  }
})

/** Beginnings of a drawing that are repeated and never end. */
const MARKS = [
  '<v:shape ',
  '<shape\ts',
  '<v:shape>',
  '<a:shape <b:shape ',
  '<v:shapetype x',
  '<v:Row> ',
  'id="_x0000_s1 ',
]
test.each(MARKS)('the boxes of notes are read in linear time if «%s» is repeated', async (mark) => {
  const drawing = `<xml>${mark.repeat(200_000 / mark.length)}</xml>`
  expect(await workOf(() => withBoxes(drawing, new Set(['A1']), new Map()))).toBeLessThan(AT_MOST_MS)
})

const MESSAGE = 'Content-Type: multipart/report; boundary="b"\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n'
const LINES = ['\n', '\r\n', '\n ', 'a:b\n', '--b\n\n', ':', '"', '<', '=?']
test.each(LINES)('a bounced message is read in linear time if %j is repeated', async (line) => {
  for (const head of ['Subject: x', 'From: ', MESSAGE]) {
    const raw = Buffer.from(`${head}${line.repeat(1_000_000 / line.length)}\r\n\r\nx`)
    expect(await workOf(() => readBounce(raw)), head).toBeLessThan(AT_MOST_MS)
  }
})
