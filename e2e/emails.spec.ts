// Emails of every kind of report, in the widths of a phone and a desktop: nothing is wider than the screen.
import { mailbox } from '@padron/contract/mailbox'
import { reports } from '@padron/contract/reports'
import { REPORT_KINDS } from '@padron/contract/reports/rules'
import { askAs } from './api.ts'
import { expect, test } from './fixtures.ts'
import { unique } from './people.ts'

const COAHUILA = 5
const WIDTHS = [390, 600] as const

/** The email of a test, sent to norte-admin's own address. */
const emailOf = async (kind: (typeof REPORT_KINDS)[number]['kind']) => {
  const name = `Ancho ${unique()}`
  // PDFs are created one by one: those of one state are enough.
  const filter = kind === 'sheets' ? { filter: { states: [COAHUILA] } } : {}
  await askAs('norte-admin', reports.test, {
    body: { name, kind, mails: ['ana@norte.example'], frequency: 'weekly', sendDay: 1, ...filter },
  })
  const found = async () => {
    const { letters } = await askAs('norte-admin', mailbox.list, { query: {} })
    return letters.find(({ subject }) => subject.includes(name))?.mailId
  }
  await expect.poll(found, { timeout: 120_000 }).toBeTruthy()
  return askAs('norte-admin', mailbox.read, { params: { mailId: (await found()) ?? '' } })
}

for (const { kind } of REPORT_KINDS)
  test(`the email of ${kind} fits a phone and a desk`, { tag: kind !== 'debts' ? ['@drill'] : [] }, async ({
    page,
  }) => {
    test.slow()
    const { html, text } = await emailOf(kind)
    expect(text).not.toMatch(/^Importe: *$/m)
    expect(text).toMatch(/\nhttp:\/\/127\.0\.0\.1/)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await page.setContent(html)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ancho/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
