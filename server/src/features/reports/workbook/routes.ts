// Handlers for the configuration workbook: download, and upload, which is applied completely or not at all.
import { randomUUID } from 'node:crypto'
import { XLSX } from '@padron/contract/common'
import { REPORT_FILE_TEXTS, type reports as rows } from '@padron/contract/reports'
import type { FirstSend } from '@padron/contract/reports/rules'
import { asTenant } from '../../../db/client.ts'
import type { FileStore } from '../../../files/contents/file-store.ts'
import { limitMarkedCopies, markedCopy } from '../../../files/xlsx/mark/marked-copy.ts'
import type { FileNote } from '../../../files/xlsx/write/error-workbook-rows.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { actorOf, type Handlers } from '../../../http/serve.ts'
import { checkWorkbookUpload, unreadableFile } from '../../../http/uploads/check-workbook-upload.ts'
import { emailFilePath } from '../../../jobs/report-file.ts'
import { readStored } from '../definitions/write.ts'
import { storeEmailFile } from '../email-files.ts'
import { CONFIGURATION_SHEET } from './columns.ts'
import { readNames } from './known-names.ts'
import { type ReadSheet, readSheet } from './read-sheet.ts'
import { configure } from './validate.ts'
import { writeConfiguration } from './write-workbook.ts'

const read = (bytes: Uint8Array, { country }: Session): Promise<ReadSheet> =>
  readSheet(bytes, country).catch((error: unknown) => {
    throw unreadableFile(error)
  })

/** `mails`: whether this installation sends emails. */
type Options = { mails: boolean; emailFiles: FileStore }

export const configuration = ({
  mails,
  emailFiles,
}: Options): Pick<Handlers<typeof rows>, 'configuration' | 'configure'> => {
  /** Stores the uploaded workbook with its faulty cells marked. @returns its path */
  const storeMarkedCopy = async (
    tenantId: number,
    bytes: Buffer,
    sheet: ReadSheet,
    notes: readonly FileNote[],
    now: Date,
  ) => {
    const file = { bytes, sheetName: CONFIGURATION_SHEET, rows: sheet.rows.length, notes }
    const copy = await limitMarkedCopies(tenantId, () => markedCopy(file))
    return emailFiles.write(randomUUID(), now, async (into) => void into.end(copy))
  }
  return {
    configuration: async ({ tx, session }) => {
      const [names, reports] = [await readNames(tx, session), await readStored(tx, session.tenantId)]
      const book = await writeConfiguration({ country: session.country, names, reports })
      return { scheduledReportConfiguration: book.toString('base64') }
    },

    configure: async ({ kit, session, request, now, file, body: { fileName: called, notifyTo, ...form } }) => {
      const { fileName, bytes } = checkWorkbookUpload(file, called, REPORT_FILE_TEXTS)
      const sheet = await read(bytes, session)
      const actor = actorOf(request, session)
      const [firstSend, preview] = [form.firstReportSendTime as FirstSend, form.preview === 'true']
      const upload = { session, actor, sheet, firstSend, preview, notifyTo, mails, now }
      const { answer, notes } = await configure(kit.db, upload)
      if (notes.length === 0) return answer
      const copy = await storeMarkedCopy(session.tenantId, bytes, sheet, notes, now)
      const name = fileName.replace(/\.xlsx$/i, ' - errores.xlsx')
      const marked = { ...copy, name, type: XLSX, queueItemId: null }
      const { fileId } = await asTenant(kit.db, session.tenantId, (tx) => storeEmailFile(tx, marked, now), actor)
      return { ...answer, fileUrl: kit.signFile(emailFilePath(session.tenantId, fileId)) }
    },
  }
}
