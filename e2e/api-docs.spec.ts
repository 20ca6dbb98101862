// The page of the API: it loads only from this installation, in the console's style, and tries a call with the user's
// own token.
import { tags } from '@padron/contract/tags'
import { tokens } from '@padron/contract/tokens'
import { PRODUCT } from './address.ts'
import { ask, tokenOf } from './api.ts'
import { expect, type Page, test } from './fixtures.ts'
import { unique } from './people.ts'
import { overflowing, WIDTHS } from './views.ts'

const PATH = '/api/docs'
const ANSWER = 'userTags'

/** The requests to any other host, from now on. */
const watchOutside = (page: Page): string[] => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== PRODUCT) outside.push(request.url())
  })
  return outside
}

const background = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test('loads only from this installation, fits every width, and has the console’s theme', { tag: '@drill' }, async ({
  page,
}) => {
  const outside = watchOutside(page)
  for (const [colorScheme, colour] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(24, 26, 30)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(PATH)
    await expect(page.getByRole('heading', { level: 1, name: 'Padrón' })).toBeVisible()
    expect(await background(page)).toBe(colour)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
      await expect.poll(() => overflowing(page), `${colorScheme}, ${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: WIDTHS[0], height: 900 })
  }
  await expect(page.getByRole('button', { name: /^Abrir grupo - / })).not.toHaveCount(0)
  await expect(page.locator('a:visible').filter({ hasText: 'Scalar' })).toHaveCount(0)
  expect(outside).toEqual([])
})

test.describe('a call', () => {
  test.use({ allowed: [/status of 401/] }) // before the token is written
  test('tries a call with the user’s token, which is not stored', { tag: '@drill' }, async ({ page }) => {
    const outside = watchOutside(page)
    const session = await tokenOf('norte-admin')
    const name = `Referencia ${unique()}`
    const { token } = await ask(tokens.create, { body: { name, permissions: ['tags_read'], days: 7 } }, session)

    await page.goto(`${PATH}#tag/tags`)
    await page.getByRole('button', { name: `Probar solicitud (get ${tags.list.path})`, exact: true }).click()
    const client = page.getByRole('dialog')
    const send = async (): Promise<number> => {
      const [answer] = await Promise.all([
        page.waitForResponse(PRODUCT + tags.list.path),
        client.getByRole('button', { name: 'Enviar', exact: false }).first().click(),
      ])
      return answer.status()
    }
    expect(await send()).toBe(401)
    await client.getByPlaceholder('Token').fill(token)
    expect(await send()).toBe(200)
    await expect(client).toContainText(ANSWER)

    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(stored).not.toContain(token)
    await page.reload()
    await page.getByRole('button', { name: `Probar solicitud (get ${tags.list.path})`, exact: true }).click()
    await expect(page.getByRole('dialog').getByPlaceholder('Token')).toHaveValue('')
    expect(outside).toEqual([])
  })
})
