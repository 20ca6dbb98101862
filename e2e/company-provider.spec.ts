// A company's own identity provider, a real one: set up and tested by its main account, made mandatory, and used by a
// user who never had a password here.
import { account } from '@padron/contract/account'
import { companySignIn, SIGN_IN_TEXTS } from '@padron/contract/company-sign-in'
import { profiles } from '@padron/contract/profiles'
import { identity } from '@padron/contract/session'
import { seal } from '@padron/server/testing/sign-in/seal'
import { Secret, TOTP } from 'otpauth'
import { type Company, newCompany } from './company.ts'
import { expect, test } from './fixtures.ts'
import { CLIENT, startIdentityProvider } from './identity-provider.ts'
import { faults } from './views.ts'

const setUpFactor = async ({ username, password, ask }: Company) => {
  const key = await ask(identity.passwordKey, {})
  const current = await seal(password, key, { username, use: 'current-password' })
  const { secret } = await ask(account.beginFactor, { body: { current } })
  await ask(account.confirmFactor, { body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() } })
}

test('users sign in with the provider of their company', { tag: '@drill' }, async ({ page, allowed }) => {
  allowed.push(/status of 400/) // the request to accept the terms
  allowed.push(/NAME_NOT_RESOLVED|favicon|status of 4\d\d/) // the provider's pages load a font
  const provider = await startIdentityProvider({ eva: { groups: ['Flota'], preferred_username: 'eva.ruiz' } })
  try {
    const company = await newCompany()
    const { catalogFilter } = await company.ask(profiles.list, {})
    const presetId = catalogFilter.find(({ preset }) => preset.rolePresetName === 'Consulta')?.preset.presetId ?? 0
    await company.ask(companySignIn.save, {
      body: {
        issuer: provider.issuer,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        domains: [],
        groupsClaim: 'groups',
        groups: [{ group: 'Flota', presetId }],
        linksByMail: false,
        forced: false,
      },
    })
    await provider.withoutFonts(page)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Entrar con su empresa' }).click()
    await page.getByLabel('Usuario o correo').fill(company.username.replace('-admin', ''))
    await page.getByRole('button', { name: 'Continuar' }).click()
    await provider.signIn(page, 'eva')
    await page.getByRole('dialog', { name: 'Términos y condiciones' }).getByRole('button', { name: 'Aceptar' }).click()
    await expect(page.getByRole('button', { name: /-eva\.ruiz/ })).toBeVisible()
    expect(page.url()).not.toContain('code')
  } finally {
    await provider.stop()
  }
})

test('an administrator sets it up, tests it and makes it mandatory', { tag: '@drill' }, async ({
  page,
  signedIn,
  allowed,
  context,
}) => {
  test.slow()
  allowed.push(/status of 4\d\d/)
  const provider = await startIdentityProvider({ jefa: {}, nadie: { email: 'nadie@otra.mx', email_verified: true } })
  try {
    const company = await newCompany()
    await signedIn('norte-admin', company.token)
    await provider.withoutFonts(page)
    await page.goto('/companySignIn')
    expect(await faults(page)).toEqual([])
    await page.getByLabel('Dirección del proveedor').fill(provider.issuer)
    await page.getByLabel('Cliente (client ID)').fill(CLIENT.id)
    await page.getByLabel('Secreto del cliente').fill(CLIENT.secret)
    const obligatory = page.getByRole('switch', { name: /Obligatorio/ })
    await obligatory.check()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Antes de hacerla obligatoria, entre usted mismo con «Probar»')).toBeVisible()
    await obligatory.uncheck()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('button', { name: 'Probar la entrada' }).click()
    await provider.signIn(page, 'jefa')
    await expect(page.getByText(/La prueba funcionó/)).toBeVisible()
    await obligatory.check()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText(SIGN_IN_TEXTS.mainFactor)).toBeVisible()
    await setUpFactor(company)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('La entrada con la empresa se guardó')).toBeVisible()

    const other = await context.browser()?.newContext()
    const there = await other?.newPage()
    if (!other || !there) throw new Error('no other browser')
    await provider.withoutFonts(there)
    const name = company.username.replace('-admin', '')
    await there.goto('/login')
    await there.getByLabel('Usuario').fill(`${name}-quien-sea`)
    await there.getByLabel('Contraseña', { exact: true }).fill('da igual')
    await there.getByRole('button', { name: 'Continuar' }).click()
    await expect(there.locator('#login-error')).toContainText('Entrar con su empresa')
    // A person unknown to the company.
    await there.getByRole('link', { name: 'Entrar con su empresa' }).click()
    expect(await faults(there)).toEqual([])
    await there.getByLabel('Usuario o correo').fill(name)
    await there.getByRole('button', { name: 'Continuar' }).click()
    await provider.signIn(there, 'nadie')
    await expect(there.getByRole('alert')).toContainText('Su empresa no tiene un usuario con su correo')
    await other.close()
  } finally {
    await provider.stop()
  }
})
