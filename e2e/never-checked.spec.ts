// An installation whose sources were never queried knows nothing about its vehicles: this is shown as unknown, not as
// clear.
import { TOKEN_COOKIE } from '@padron/contract/session'
import { newCompany, newVehicle } from './company.ts'
import { expect, test } from './fixtures.ts'
import { startEmptyProduct } from './own-product.ts'

test('next actions mark nothing as clear and show no numbers', { tag: '@drill' }, async ({ page, context }) => {
  const product = await startEmptyProduct()
  try {
    const company = await newCompany(product)
    for (let n = 0; n < 2; n++) await newVehicle(company)
    await context.addCookies([{ name: TOKEN_COOKIE, value: company.token, url: product.url, sameSite: 'Strict' }])
    await page.goto(`${product.url}/dashboard`)

    const panel = page.getByRole('region', { name: 'Qué hacer esta semana' })
    const groups = panel.getByRole('listitem')
    await expect(panel.getByRole('heading', { level: 3 }).first()).toBeVisible()
    const read = await groups.evaluateAll((items) =>
      items.map((item) => ({
        title: item.querySelector('h3')?.textContent ?? '',
        sign: item.querySelector<SVGElement>('[data-sign]')?.dataset.sign,
        words: item.querySelector('p')?.textContent ?? '',
      })),
    )
    expect(read.map(({ title }) => title)).toContain('Líneas de captura que vencen esta semana')
    for (const { title, sign, words } of read) {
      expect(['unknown', 'unprocessed'], title).toContain(sign)
      expect(words, title).not.toMatch(/^(Ninguna|Ninguno) /)
      expect(words, title).not.toContain('$')
    }
    const [payments] = read
    expect(payments).toMatchObject({
      sign: 'unknown',
      words: expect.stringContaining('Sin consultar: no hay datos completos de ninguno de los 2 vehículos'),
    })
    // A group with a number is expandable, and links to the catalogue.
    await expect(panel.getByRole('button', { expanded: false })).toHaveCount(0)
    await expect(panel.getByRole('link', { name: /en el catálogo/ })).toHaveCount(0)
    await expect(panel.locator('[data-sign="clear"]:visible')).toHaveCount(0)
  } finally {
    await page.goto('about:blank') // stops the page's own requests
    await product.stop()
  }
})
