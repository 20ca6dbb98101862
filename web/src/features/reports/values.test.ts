// The values of a report's form, and of the emails' appearance.
import { NO_RECIPIENT } from '@padron/contract/channels'
import { EMAIL_TEXT_LIMIT, EMAIL_TEXT_MAX, LOGO_BYTES, LOGO_REFUSED } from '@padron/contract/email-settings'
import { REPORT_FILE_TEXTS } from '@padron/contract/reports'
import { expect, test } from 'vitest'
import { report, settings } from '../../testing/reports.ts'
import { logoFault } from '../../ui/form/LogoField.tsx'
import { emailBody, emailFaults, emailValues, limitText } from './email-values.ts'
import { mailsFault, mailsOf, newValues, toReportBody, toReportValues, validateReport } from './report-values.ts'
import { workbookFault } from './UploadFields.tsx'

test('recipients are unique, and an invalid one is named', () => {
  expect(mailsOf(' ana@x.mx;luis@x.mx,\nANA@x.mx, ')).toEqual(['ANA@x.mx', 'luis@x.mx'])
  expect(mailsFault('')).toBe('Escriba al menos un correo')
  expect(mailsFault('', [])).toBe(NO_RECIPIENT)
  expect(mailsFault('', [4])).toBeUndefined()
  expect(mailsFault('ana@x.mx, luis@')).toBe('«luis@» no es un correo válido')
  expect(mailsFault('ana, luis@')).toBe('No son correos válidos: «ana», «luis@»')
  expect(mailsFault(Array.from({ length: 51 }, (_, i) => `a${i}@x.mx`).join())).toBe('Son 51 correos; el máximo es 50')
  // A text that would become another header is not an address.
  expect(mailsFault('ana@x.mx\r\nBcc: malo@x.mx')).toBe('«Bcc:» no es un correo válido')
})

test('a report: read, sent back, and its missing values', () => {
  const stored = report(1, 'Norte', { filter: { taxName: 'ABC', states: [19], tags: [3] } })
  const {
    reportId: _,
    view,
    asked: _a,
    seenBy: _s,
    nextAt: _n,
    last: _l,
    troubled: _t,
    version: _v,
    ...definition
  } = stored
  expect(toReportBody(toReportValues(stored))).toEqual({ ...definition, channels: [], viewId: view })
  expect(toReportBody({ ...toReportValues(stored), by: 'view', viewId: 4 })).toMatchObject({ viewId: 4, filter: {} })
  expect(Object.keys(validateReport({ ...newValues(), by: 'view' }))).toEqual(['name', 'mails', 'viewId'])
  expect(newValues(8)).toMatchObject({ by: 'view', viewId: 8 })
})

test('a text shows its limit when it reaches it, and is invalid beyond it', () => {
  const long = 'x'.repeat(EMAIL_TEXT_MAX)
  expect(limitText(long.slice(1))).toBeUndefined()
  expect(limitText(long)).toBe(EMAIL_TEXT_LIMIT)
  const values = emailValues(settings())
  expect(emailFaults({ ...values, header: long })).toEqual({})
  expect(emailFaults({ ...values, header: `${long}x` })).toEqual({ header: EMAIL_TEXT_LIMIT })
})

test('links and addresses', () => {
  const values = emailValues(settings())
  expect(emailFaults({ ...values, twitter: 'javascript:alert(1)', facebook: 'ftp://x.mx', fromEmail: 'ana' })).toEqual({
    twitter: 'Direccion invalida, ejemplo: https://www.twitter.com',
    fromEmail: 'Correo electrónico inválido',
  })
})

test('the logo goes as base64 with its extension', () => {
  const values = emailValues(settings({ footer: 'Pie', instagram: 'https://www.instagram.com/x' }))
  const logo = { name: 'x.png', size: 3, dataUrl: 'data:image/png;base64,QUJD', format: '.png' }
  expect(emailBody(values, settings(), logo)).toMatchObject({
    footer: 'Pie',
    instagram: 'https://www.instagram.com/x',
    active: true,
    version: 5,
    imageB64: 'QUJD',
    imageFormat: '.png',
  })
  expect(emailBody(values, settings(), 'remove')).toMatchObject({ removeLogo: true })
  expect(emailBody(values, settings())).not.toHaveProperty('imageB64')
})

test('files that are rejected before they are sent', () => {
  const file = (name: string, size = 10) => ({ name, size })
  expect(workbookFault([file('a.XLSX')])).toBeUndefined()
  expect(workbookFault([file('a.csv')])).toBe(REPORT_FILE_TEXTS.onlyXlsx)
  expect(workbookFault([file('a.xlsx'), file('b.xlsx')])).toBe(REPORT_FILE_TEXTS.onlyXlsx)
  expect(workbookFault([file('a.xlsx', 0)])).toBe('El archivo está vacío.')
  expect(workbookFault([file('a.xlsx', 6 * 1_048_576)])).toBe('El archivo pesa más de 5 MB.')
  expect(logoFault([file('logo.JPEG')])).toBeUndefined()
  expect(logoFault([file('logo.png', LOGO_BYTES)])).toBeUndefined()
  for (const wrong of [
    [file('logo.svg')],
    [file('logo.png', LOGO_BYTES + 1)],
    [file('a.png'), file('b.png')],
    [file('x.png', 0)],
  ])
    expect(logoFault(wrong)).toBe(LOGO_REFUSED)
})
