// Access tokens: created and shown once, used by a program, listed with their last use, revoked; the company's tokens,
// for administrators; and its service accounts.
import { serviceAccounts } from '@padron/contract/service-accounts'
import { tags } from '@padron/contract/tags'
import { tokens } from '@padron/contract/tokens'
import type { APIRequestContext } from '@playwright/test'
import { PRODUCT } from './address.ts'
import { ask, askAs } from './api.ts'
import { expect, type Page, test } from './fixtures.ts'
import { newPerson, newProfile, unique } from './people.ts'
import { expectAccessible } from './views.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const statusOf = async (request: APIRequestContext, path: string, token: string): Promise<number> =>
  (await request.get(PRODUCT + path, { headers: { authorization: `Bearer ${token}` } })).status()
/** Permission to read vehicles and tags. */
const somebody = async () => newPerson((await newProfile(11, 21)).presetId)

test('a token is created from the account, shown once, used, and revoked', async ({ page, signedIn, request }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { token: session } = await somebody()
  await signedIn('norte-consulta', session)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Ver sus tokens de acceso' }).click()
  await expect(page).toHaveTitle('Tokens de acceso · Padrón')
  await expect(page.getByText('Sin tokens de acceso')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)

  await page.getByRole('button', { name: 'Crear token' }).click()
  const form = page.getByRole('dialog', { name: 'Crear token de acceso' })
  await expect(form.getByRole('checkbox')).toHaveCount(2)
  await form.getByLabel('Para qué es').fill('ERP de compras')
  await form.getByRole('checkbox', { name: 'Consultar etiquetas' }).check()
  await form.getByLabel('Duración').selectOption('30 días')
  await expect(form).toContainText(/Vence el \d\d\/\d\d\/\d{4}\./)
  await form.getByRole('button', { name: 'Crear token' }).click()

  const dialog = page.getByRole('dialog', { name: 'Token «ERP de compras»' })
  const question = page.getByRole('dialog', { name: '¿Cerrar sin copiar el token?' })
  const token = (await dialog.locator('pre').first().textContent()) ?? ''
  expect(token).toMatch(/^padron_pat_/)
  await expect(dialog).toContainText(`${PRODUCT}${tags.list.path}`)
  await test.step('Esc, the backdrop and Back ask for confirmation', async () => {
    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(4, 4),
      () => page.evaluate(() => history.go(-2)), // the dialog stays open on the same screen
    ]
    for (const way of ways) {
      await way()
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: 'Volver' }).click()
      await expect(question).toBeHidden()
      await expect(dialog).toBeVisible()
    }
  })
  await dialog.getByRole('button', { name: 'Copiar token' }).click()
  await expect(dialog.getByText('Copiado')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'ERP de compras')).toContainText('Sin usar')
  await expect(rowOf(page, 'ERP de compras')).toContainText(`termina en …${token.slice(-4)}`)

  expect(await statusOf(request, tags.list.path, token)).toBe(200)
  expect(await statusOf(request, '/api/v2/vehicle/status', token)).toBe(403)
  expect(await statusOf(request, tokens.list.path, token)).toBe(403)
  await expect
    .poll(async () => (await ask(tokens.list, {}, session)).tokens[0]?.lastUsedAddress ?? null)
    .toMatch(/127\.0\.0\.1|::1/)
  await page.reload()
  await expect(rowOf(page, 'ERP de compras')).toContainText('desde')

  await page.getByRole('button', { name: 'Revocar ERP de compras' }).click()
  const revoking = page.getByRole('dialog', { name: 'Revocar token' })
  await expect(revoking).toContainText('No se puede deshacer')
  await revoking.getByRole('button', { name: 'Revocar token' }).click()
  await expect(rowOf(page, 'ERP de compras')).toContainText('Revocado')
  expect(await statusOf(request, tags.list.path, token)).toBe(401)
})

test('a user who administers users sees all tokens, and revokes one', { tag: '@drill' }, async ({
  page,
  signedIn,
  request,
}) => {
  const { token: session, username } = await somebody()
  const name = `Tablero ${unique()}`
  const { token } = await ask(tokens.create, { body: { name, permissions: ['tags_read'], days: 7 } }, session)
  expect(await statusOf(request, tags.list.path, token)).toBe(200)
  await signedIn('norte-admin')
  await page.goto('/tokens')
  await page.getByRole('tab', { name: 'De la empresa' }).click()
  await expect(page).toHaveURL('/tokens?tab=empresa')
  await expect(rowOf(page, name)).toContainText(username)
  await page.getByRole('button', { name: `Revocar ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar token' }).click()
  await expect(rowOf(page, name)).toBeHidden()
  expect(await statusOf(request, tags.list.path, token)).toBe(401)
})

test('a service account calls from allowed addresses, gets another secret, and is revoked', async ({
  page,
  signedIn,
  request,
}) => {
  const name = `ERP ${unique()}`
  await signedIn('norte-admin')
  await page.goto('/tokens?tab=servicio')
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  const form = page.getByRole('dialog', { name: 'Crear cuenta de servicio' })
  await form.getByLabel('Qué programa es').fill(name)
  await form.getByRole('checkbox', { name: 'Consultar etiquetas' }).check()
  await form.getByLabel('Duración').selectOption('30 días')
  await form.getByLabel('Direcciones desde las que puede llamar').fill('127.0.0.1\n::1')
  await form.getByRole('button', { name: 'Crear cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: `Secreto de «${name}»` })
  const shown = async (): Promise<string> => {
    const secret = (await dialog.locator('pre').first().textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await page.getByRole('button', { name: 'Cerrar sin copiar' }).click()
    return secret
  }
  const choose = async (action: string): Promise<void> => {
    await page.getByRole('button', { name: `Acciones de ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const secret = await shown()
  expect(secret).toMatch(/^padron_svc_/)
  expect(await statusOf(request, tags.list.path, secret)).toBe(200)
  expect(await statusOf(request, tokens.list.path, secret)).toBe(403)

  await choose('Editar')
  const edited = page.getByRole('dialog', { name: 'Editar cuenta de servicio' })
  await edited.getByLabel('Direcciones desde las que puede llamar').fill('10.0.0.0/8')
  await edited.getByRole('button', { name: 'Guardar cuenta' }).click()
  await expect(edited).toBeHidden()
  await expect(rowOf(page, name)).toContainText('10.0.0.0/8')
  expect(await statusOf(request, tags.list.path, secret)).toBe(403)
  const refusedAddress = async () =>
    (await askAs('norte-admin', serviceAccounts.list, {})).serviceAccounts.find((one) => one.name === name)
      ?.lastRefusedAddress ?? null
  await expect.poll(refusedAddress).toMatch(/127\.0\.0\.1|::1/)
  await page.reload()
  await expect(rowOf(page, name)).toContainText('Rechazada desde')

  await choose('Editar')
  await edited.getByLabel('Direcciones desde las que puede llamar').fill('')
  await edited.getByRole('button', { name: 'Guardar cuenta' }).click()
  await expect(edited).toBeHidden()
  await choose('Cambiar el secreto')
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar secreto' }).click()
  const second = await shown()
  for (const each of [secret, second]) expect(await statusOf(request, tags.list.path, each)).toBe(200)
  await expect(rowOf(page, name)).toContainText('el anterior sirve hasta')

  await choose('Revocar')
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar cuenta' }).click()
  await expect(rowOf(page, name)).toContainText('Revocada')
  for (const each of [secret, second]) expect(await statusOf(request, tags.list.path, each)).toBe(401)
})

test('the tokens and their dialogs are accessible and fit', { tag: '@drill' }, async ({ page, signedIn }) => {
  test.slow()
  const name = `Tablero de la gerencia regional del norte ${unique()}`
  const made = await askAs('norte-admin', tokens.create, {
    body: { name, permissions: ['vehicles_report', 'queue_read'], days: 1 },
  })
  await signedIn('norte-admin')
  const account = await askAs('norte-admin', serviceAccounts.create, {
    body: { name, permissions: ['vehicles_report', 'queue_read'], days: 1, addresses: ['2001:db8:1:2:3:4:5:6/128'] },
  })
  for (const path of ['/tokens', '/tokens?tab=empresa', '/tokens?tab=servicio']) {
    await page.goto(path)
    await expect(page.getByText(name).first()).toBeVisible()
    await expectAccessible(page)
  }
  await page.goto('/tokens?tab=servicio&new=cuenta')
  const accountForm = page.getByRole('dialog', { name: 'Crear cuenta de servicio' })
  await accountForm.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(accountForm.getByText('Escriba qué programa es')).toBeVisible()
  await expectAccessible(page)
  await askAs('norte-admin', serviceAccounts.revoke, {
    params: { serviceAccountId: `${account.serviceAccount.serviceAccountId}` },
  })
  await page.goto('/tokens?new=token')
  const form = page.getByRole('dialog', { name: 'Crear token de acceso' })
  await form.getByRole('button', { name: 'Crear token' }).click()
  await expect(form.getByText('Elija al menos un permiso')).toBeVisible()
  await expectAccessible(page)
  const other = `Otro ${unique()}`
  await form.getByLabel('Para qué es').fill(other)
  await form.getByRole('button', { name: 'Solo lectura' }).click()
  await form.getByRole('button', { name: 'Crear token' }).click()
  await expect(page.getByText('Cópielo ahora: no se vuelve a mostrar.')).toBeVisible()
  await expectAccessible(page)
  const { tokens: mine } = await askAs('norte-admin', tokens.list, {})
  const ids = mine.filter((one) => one.name === other).map(({ tokenId }) => tokenId)
  for (const tokenId of [made.created.tokenId, ...ids])
    await askAs('norte-admin', tokens.revoke, { params: { tokenId: `${tokenId}` } })
})
