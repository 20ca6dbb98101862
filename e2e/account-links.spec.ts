// From the invitation of a company's main user to a session, and from a forgotten password to a new one, through a real
// mail server.
import { createServer } from 'node:net'
import { testSmtp } from '@padron/server/testing/services/smtp'
import { padronIn } from './company.ts'
import { expect, type Page, test } from './fixtures.ts'
import { startEmptyProduct } from './own-product.ts'
import { faults } from './views.ts'

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

test('a user signs in by an invitation, and replaces a forgotten password', { tag: '@drill' }, async ({
  page,
  context,
  allowed,
}) => {
  test.slow()
  allowed.push(/status of 4\d\d/)
  const smtp = await testSmtp()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const product = await startEmptyProduct({
    PORT: `${port}`,
    PUBLIC_URL: url,
    PADRON_SMTP_URL: smtp.url,
    PADRON_MAIL_FROM: 'avisos@padron.example',
  })
  /** The link in the newest email, once this number has arrived. */
  const linkOf = async (n: number): Promise<string> => {
    await expect.poll(() => smtp.arrived.length, { timeout: 30_000 }).toBe(n)
    return /http:\S+\/clave#\S+/.exec(smtp.arrived.at(-1)?.email.text ?? '')?.[0] ?? ''
  }
  const choose = async (at: Page, password: string) => {
    await at.getByLabel('Contraseña', { exact: true }).fill(password)
    await at.getByLabel('Confirmar contraseña', { exact: true }).fill(password)
    await at.getByRole('button', { name: 'Guardar y entrar' }).click()
  }
  try {
    const company = ['company', 'create', '--name', 'acme', '--title', 'Acme', '--country', 'MX']
    await padronIn(product, [...company, '--mail', 'ana@acme.example'])
    const invitation = await linkOf(1)
    // A mail program that requests the address first does not use up the link.
    expect((await fetch(invitation)).status).toBe(200)
    await page.goto(invitation)
    await expect(page.getByText('Acme le dio acceso a Padrón')).toBeVisible()
    expect(page.url()).toBe(`${url}/clave`)
    expect(await faults(page)).toEqual([])
    await choose(page, 'Primera clave 1')
    await page.getByRole('dialog', { name: 'Términos y condiciones' }).getByRole('button', { name: 'Aceptar' }).click()
    await expect(page.getByRole('button', { name: /acme-admin/ })).toBeVisible()
    await expect(page).toHaveURL(`${url}/`)

    // Requests a new password in another browser; the session in this one ends when it is replaced.
    const other = await context.browser()?.newContext()
    const there = await other?.newPage()
    if (!other || !there) throw new Error('no other browser')
    await there.goto(`${url}/login`)
    await there.getByRole('link', { name: '¿Olvidó su contraseña?' }).click()
    expect(await faults(there)).toEqual([])
    await there.getByLabel('Usuario o correo').fill('ana@acme.example')
    await there.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(there.getByRole('heading', { name: 'Revise su correo' })).toBeVisible()
    await there.goto(await linkOf(2))
    await choose(there, 'Segunda clave 2')
    await expect(there.getByRole('button', { name: /acme-admin/ })).toBeVisible()
    await expect.poll(() => smtp.arrived.at(-1)?.email.subject).toBe('Su contraseña de Padrón cambió')
    await other.close()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
    await page.getByLabel('Usuario').fill('acme-admin')
    await page.getByLabel('Contraseña', { exact: true }).fill('Primera clave 1')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.locator('#login-error')).toHaveText('¡Usuario o contraseña incorrectos!')
    // The first link is used up.
    await page.goto(invitation)
    await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
  } finally {
    await page.goto('about:blank') // stops the page's own requests
    await product.stop()
    await smtp.stop()
  }
})
