// The email settings: permissions, what is stored and rejected; the logo is re-encoded, never served as uploaded.
import type { EmailSettings } from '@padron/contract/email-settings'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hollowPng } from '../../testing/files/proof-files.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let boss: Somebody
let reader: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  boss = await server.somebody(company, 'jefa', ['programReports_admin'])
  reader = await server.somebody(company, 'lee', ['programReports_read'])
})
afterAll(() => server.stop())

const url = '/api/v2/emailSettings'
const read = async (who = reader): Promise<EmailSettings> =>
  ((await server.ask(who, { url })).body as { emailSettings: EmailSettings }).emailSettings
const WORDS = { active: false, header: 'Buen día', footer: 'Pie', contactFooter: 'Tel. 55', fromEmail: '' }
const save = (changed: object = {}, who = boss) =>
  server.ask(who, { method: 'POST', url, payload: { ...WORDS, ...changed } })
const saveSettings = async (changed: object = {}) => {
  const { status, body } = await save(changed)
  expect([status, body]).toEqual([200, expect.anything()])
  return (body as { emailSettings: EmailSettings }).emailSettings
}

describe('the settings', () => {
  it('are read and saved with the permission, for the own company', async () => {
    const nobody = await server.somebody(company, 'nadie', rolesWithout('programReports_read'))
    expect((await server.ask(undefined, { url })).status).toBe(401)
    expect((await server.ask(nobody, { url })).status).toBe(403)
    expect((await save({}, reader)).status).toBe(403)
    const other = await server.somebody(await server.company('sur'), 'jefa', ['programReports_admin'])
    await save({ header: 'Solo del norte' })
    expect(await read(other)).toMatchObject({ header: '', version: 1, logoUrl: '/mark.svg', ownLogo: false })
    expect(await read()).toMatchObject({ header: 'Solo del norte', active: false })
  })

  it('are stored trimmed, and recorded', async () => {
    const facebook = ' https://www.facebook.com/norte '
    expect(await saveSettings({ header: '  Hola\nadiós ', fromEmail: ' ana@norte.mx ', facebook })).toMatchObject({
      header: 'Hola\nadiós',
      fromEmail: 'ana@norte.mx',
      facebook: 'https://www.facebook.com/norte',
    })
    const { rows } = await server.db.system.query(
      `
        select changes
        from activity
        where tenant_id = $1 and subject_kind = 'mail_setting'
        order by activity_id desc
        limit 1`,
      [company.tenantId],
    )
    expect(rows[0].changes).toMatchObject({ from_email: ['', 'ana@norte.mx'] })
  })

  it.each([
    ['header', 'x'.repeat(1_001)],
    ['fromEmail', 'ana@norte'],
    ['fromEmail', 'ana@norte.mx\r\nBcc: mal@x.mx'],
    ['facebook', 'javascript:alert(1)'],
    ['twitter', 'https://localhost/x'],
    ['linkedin', 'https://linkedin.com/"><script>'],
  ])('are rejected with an invalid %s', async (field, value) => {
    const { status, body } = await save({ [field]: value })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)])
  })

  it('do not overwrite a concurrent change', async () => {
    const { version } = await read()
    expect((await save({ version })).status).toBe(200)
    const { status, body } = await save({ version })
    expect([status, (body as { title: string }).title]).toEqual([
      409,
      'Otra persona cambió los ajustes de correo mientras usted los editaba.',
    ])
    const fresh = await server.somebody(await server.company('este'), 'jefa', ['programReports_admin'])
    expect((await save({ version: 1 }, fresh)).status).toBe(200)
    expect((await save({ version: 1 }, fresh)).status).toBe(409)
  })

  it('schedule the reports’ next send when the master switch is turned on', async () => {
    await save({ active: false })
    await server.db.system.query(
      `
       insert into scheduled_report (tenant_id, report_name, kind, mails, frequency, send_day, send_hour,
         empty_policy, first_on, next_at)
       values ($1, 'Lunes', 'debts', '{ana@norte.mx}', 'weekly', 1, 7, 'send', '2020-01-06', '2020-01-06T13:00:00Z')`,
      [company.tenantId],
    )
    await save({ active: true })
    const { rows } = await server.db.system.query(
      'select next_at > now() as later from scheduled_report where tenant_id = $1',
      [company.tenantId],
    )
    expect(rows).toEqual([{ later: true }])
  })

  it('have the recipients of the tracking report, which are kept while it is off', async () => {
    const put = (payload: object, who = boss) =>
      server.ask(who, { method: 'PUT', url: `${url}/trackingReport`, payload })
    expect((await put({ active: true })).status).toBe(400)
    expect((await put({ active: true, emails: ['no'] })).status).toBe(400)
    expect((await put({ active: true, emails: ['ana@norte.mx'] }, reader)).status).toBe(403)
    await put({ active: true, emails: ['ana@norte.mx', 'ANA@norte.mx', 'beto@norte.mx'] })
    expect(await read()).toMatchObject({ activeTrackingReports: true, emails: ['ANA@norte.mx', 'beto@norte.mx'] })
    await put({ active: false })
    expect(await read()).toMatchObject({ activeTrackingReports: false, emails: ['ANA@norte.mx', 'beto@norte.mx'] })
  })
})

const picture = (width = 900, height = 300) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 0.5 } } })
const base64 = (bytes: Buffer) => bytes.toString('base64')
const send = (bytes: Buffer | string, imageFormat = '.png') =>
  save({ imageB64: typeof bytes === 'string' ? bytes : base64(bytes), imageFormat })

describe('the logo', () => {
  it('is re-encoded small, with transparency and without other data of its file', async () => {
    const sent = await picture()
      .withExif({ IFD0: { Copyright: 'secreto-del-archivo' } })
      .png()
      .toBuffer()
    expect(sent.includes('secreto-del-archivo')).toBe(true)
    const settings = await saveSettings({ imageB64: base64(sent), imageFormat: '.PNG' })
    expect(settings).toMatchObject({ ownLogo: true, logoUrl: expect.stringMatching(/^\/files\/logos\/[\da-f]{64}$/) })
    const given = await server.ask(undefined, { url: settings.logoUrl })
    expect(given.headers['content-type']).toBe('image/png')
    expect(given.bytes.includes('secreto-del-archivo')).toBe(false)
    expect(await sharp(given.bytes).metadata()).toMatchObject({ width: 600, height: 200, hasAlpha: true })
    expect(await saveSettings()).toMatchObject({ ownLogo: true, logoUrl: settings.logoUrl })
    expect(await saveSettings({ removeLogo: true })).toMatchObject({ ownLogo: false, logoUrl: '/mark.svg' })
  })

  it('is recorded with the former one when replaced and removed', async () => {
    await saveSettings({ removeLogo: true })
    const green = (width: number) =>
      sharp({ create: { width, height: 20, channels: 3, background: 'green' } })
        .png()
        .toBuffer()
    const given = async (width: number) => saveSettings({ imageB64: base64(await green(width)), imageFormat: '.png' })
    await given(30)
    await given(40)
    await given(40)
    await saveSettings({ removeLogo: true })
    const { rows } = await server.db.system.query<{ logo: unknown }>(
      `
        select changes->'logo' as logo
        from activity
        where tenant_id = $1 and changes ? 'logo'
        order by activity_id desc
        limit 3`,
      [company.tenantId],
    )
    expect(rows.map(({ logo }) => logo)).toEqual([
      ['40 × 20 píxeles', null],
      ['30 × 20 píxeles', '40 × 20 píxeles'],
      [null, '30 × 20 píxeles'],
    ])
  })

  it('may be a JPEG, rotated by its metadata, regardless of its file name', async () => {
    const sent = await picture(100, 300).removeAlpha().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { logoUrl } = await saveSettings({ imageB64: base64(sent), imageFormat: '.png' })
    const given = await server.ask(undefined, { url: logoUrl })
    expect(await sharp(given.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 100 })
  })

  it('may have ten megabytes, and is stored small even if it compresses badly', async () => {
    const noise = await sharp({
      create: {
        width: 1_600,
        height: 1_600,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(noise.length).toBeGreaterThan(7_000_000)
    const { logoUrl } = await saveSettings({ imageB64: base64(noise), imageFormat: '.png' })
    expect((await server.ask(undefined, { url: logoUrl })).bytes.length).toBeLessThan(300_000)
  })

  const REFUSED: readonly [string, () => Promise<Buffer | string> | Buffer | string, string, RegExp, string?][] = [
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'imageB64',
      /Solo se permite un archivo \.jpeg o \.png/,
    ],
    ['an SVG by name', () => picture().png().toBuffer(), 'imageFormat', /Solo se permite/, '.svg'],
    ['a path as its name', () => picture().png().toBuffer(), 'imageFormat', /Solo se permite|10/, '/../x.png'],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'imageB64', /Solo se permite/],
    ['a GIF', () => picture().gif().toBuffer(), 'imageB64', /Solo se permite/],
    [
      'a picture and a page',
      async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from('<script>')]),
      'imageB64',
      /algo más detrás/,
    ],
    [
      'a photograph and an archive',
      async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('PK\u0003\u0004')]),
      'imageB64',
      /algo más detrás/,
    ],
    ['half a picture', async () => (await picture().png().toBuffer()).subarray(0, 200), 'imageB64', /incompleto/],
    [
      'a picture of 9,999 × 9,999',
      () => hollowPng(9_999, 9_999),
      'imageB64',
      /9,999 × 9,999 píxeles; cada lado puede medir hasta 8,000/,
    ],
    [
      'a picture of 8,000 × 7,000',
      () => hollowPng(8_000, 7_000),
      'imageB64',
      /8,000 × 7,000 píxeles; se aceptan hasta 50,000,000 píxeles en total/,
    ],
    ['a picture of nothing', () => hollowPng(100, 100), 'imageB64', /no se puede leer como imagen/],
    ['text that is no base64', () => 'no es base64', 'imageB64', /base64/],
    ['more than ten megabytes', () => 'A'.repeat(13_333_400), 'imageB64', /10 MB|caracteres/],
  ]
  it.each(REFUSED)('is rejected if it is %s', async (_what, made, field, cause, format) => {
    const { status, body } = await send(await made(), format)
    const { errors } = body as { errors: { path: string; message: string }[] }
    expect([status, errors]).toEqual([400, [{ path: field, message: expect.stringMatching(cause) }]])
  })

  it('is rejected if it is an animated picture', async () => {
    const still = await picture(10, 10).png().toBuffer()
    const control = Buffer.alloc(20)
    control.writeUInt32BE(8, 0)
    control.write('acTL', 4, 'latin1')
    const { status, body } = await send(Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]))
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('animada')])
  })

  it('is rejected in a body above the call’s limit, before it is read', async () => {
    const { status } = await send('A'.repeat(14_100_000))
    expect(status).toBe(413)
    const other = await server.ask(boss, {
      method: 'PUT',
      url: `${url}/trackingReport`,
      payload: { active: false, x: 'A'.repeat(1_100_000) },
    })
    expect(other.status).toBe(413)
  })
})
