// The selector of tags: users with permission create a missing tag in place, which is then selected.
import { tags as calls, TAGS_OF_VEHICLE_FAIL } from '@padron/contract/tags'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import type { User } from '../../session/session.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { TagsField } from './TagsField.tsx'

const tag = (tagId: number, tagName: string) => ({
  tagId,
  tagName,
  tagCategoryId: 2,
  tagCategoryName: 'Uso',
  tagColor: 'red',
})
let userTags = [tag(21, 'reparto')]
let refused = false
let broken = false
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  const category = (tagCategoryId: number, tagCategoryName: string) => ({
    tagCategoryId,
    tagCategoryName,
    tagColor: 'red',
    tags: [],
  })
  server = await startSmallServer({
    [calls.list.path]: (_, method) => {
      if (method === 'GET') return broken ? { status: 500, json: {} } : { json: { userTags } }
      if (refused) return { status: 409, json: { type: 'about:blank', title: 'Ya existe', status: 409 } }
      userTags = [...userTags, tag(22, 'taller')]
      return { json: { message: 'listo' } }
    },
    [calls.categories.path]: () => ({ json: { categories: [category(1, 'Área'), category(2, 'Uso')] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  userTags = [tag(21, 'reparto')]
  refused = false
  broken = false
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
})

const Field = () => {
  const [value, setValue] = useState<readonly number[]>([21])
  return <TagsField value={value} fault={undefined} failed={TAGS_OF_VEHICLE_FAIL} onChange={setValue} />
}
const show = (user: User = ADMIN) => showScreen(Field, '/', user)
const look = async (name: string) =>
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Buscar etiqueta' }), { target: { value: name } })
const make = async () => {
  fireEvent.change(await screen.findByLabelText('Categoría de la etiqueta nueva'), { target: { value: '2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Crear etiqueta' }))
}
const box = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement

test('a missing tag is created in its category, and selected', async () => {
  show()
  await screen.findByRole('checkbox', { name: 'reparto' })
  await look('REPARTO')
  expect(screen.queryByRole('button', { name: 'Crear etiqueta' })).toBeNull()
  await look(' Taller')
  await make()
  await waitFor(() => expect(box('taller').checked).toBe(true))
  expect(box('reparto').checked).toBe(true)
  expect(server.sent.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body))).toEqual([
    { tags: [{ tagCategoryId: 2, tagName: 'Taller' }] },
  ])
  expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
})

test('a refusal is reported in place, and what was typed stays', async () => {
  refused = true
  show()
  await screen.findByRole('checkbox', { name: 'reparto' })
  await look('taller')
  await make()
  expect((await screen.findByRole('alert')).textContent).toBe('Ya existe')
  expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('taller')
})

test('users without permission cannot create tags', async () => {
  show({ ...ADMIN, role: ['tags_read'] })
  expect(await screen.findByRole('checkbox', { name: 'reparto' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a list that cannot be loaded says so, and can be requested again', async () => {
  broken = true
  show()
  expect(await screen.findByText('Error al consultar etiquetas del vehículo')).toBeTruthy()
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('checkbox', { name: 'reparto' })).toBeTruthy()
  expect(screen.queryByText('Error al consultar etiquetas del vehículo')).toBeNull()
})
