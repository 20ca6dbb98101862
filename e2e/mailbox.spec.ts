// The local mailbox: the test email of a report is read there and its file opened; its delivery links there. And a
// vehicle's own PDF.
import { readFile } from 'node:fs/promises'
import { mailbox } from '@padron/contract/mailbox'
import { NEVER_SENT } from '@padron/contract/queue'
import { reports } from '@padron/contract/reports'
import { askAs } from './api.ts'
import { expect, openCatalogue, still, test } from './fixtures.ts'
import { unique } from './people.ts'
import { expectAccessible, overflowing, WIDTHS } from './views.ts'

/** Sends the test email of a report to norte-admin's own address. @returns a part of its subject, and the job */
const trial = async () => {
  const name = `Prueba ${unique()}`
  const { queueItemId } = await askAs('norte-admin', reports.test, {
    body: { name, kind: 'debts', mails: ['ana@norte.example'], frequency: 'weekly', sendDay: 1 },
  })
  const isStored = async () => {
    const { letters } = await askAs('norte-admin', mailbox.list, { query: {} })
    return letters.some(({ subject }) => subject.includes(name))
  }
  await expect.poll(isStored, { timeout: 60_000 }).toBe(true)
  return { name, queueItemId }
}

test('a test email of a report is read in the local mailbox with its file; its delivery links there', async ({
  page,
  signedIn,
}) => {
  const { name, queueItemId } = await trial()
  await signedIn('norte-admin')
  await page.goto(`/reports?tab=envios&item=${queueItemId}`)
  const deliveries = page.getByRole('dialog', { name: 'Entregas' })
  await deliveries.getByRole('link', { name: NEVER_SENT }).first().click()
  await expect(page).toHaveURL('/mailbox')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  const email = page.getByRole('article')
  await expect(email.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
  await email.getByText('Encabezados').click()
  await expect(email.getByText('Message-ID')).toBeVisible()
  await expect(
    page.frameLocator('iframe').getByText(/Generado el \p{L}+ \d+ de \p{L}+ de \d{4}, \d\d:\d\d \(hora de/u),
  ).toBeVisible()
  await email.getByLabel('Solo texto').check()
  await expect(email.locator('pre')).toContainText(/Generado el \p{L}+ \d+ de \p{L}+ de \d{4}, \d\d:\d\d \(hora de/u)
  const download = page.waitForEvent('download')
  await email.getByRole('button', { name: /^Descargar/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')

  const first = page.getByRole('navigation', { name: 'Correos' }).getByRole('link').first()
  await first.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('navigation', { name: 'Correos' }).getByRole('link').last()).toBeFocused()
})

test('a vehicle’s own PDF from its drawer', async ({ page, signedIn }) => {
  await signedIn('norte-admin')
  await openCatalogue(page)
  await page.getByRole('rowheader').getByRole('button').first().click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Ficha en PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('list and email are accessible and fit; on a phone one at a time', { tag: '@drill' }, async ({
  page,
  signedIn,
}) => {
  test.slow()
  const { name } = await trial()
  await signedIn('norte-admin')
  await page.goto('/mailbox')
  const link = page.getByRole('link', { name: new RegExp(name) })
  await expect(link).toBeVisible()
  await expectAccessible(page)
  await link.click()
  const heading = page.getByRole('heading', { name: new RegExp(name) })
  await expect(heading).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await still(page)
    await expect.poll(() => overflowing(page), `${width} px`).toEqual([])
  }
  // Axe cannot run in the email's frame, and would wait for it.
  await page.getByLabel('Solo texto').check()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Todos los correos' }).click()
  await expect(link).toBeFocused()
  await link.click()
  await expect(heading).toBeFocused()
})
