// The operator's notices as typed: published, listed, removed, and invalid ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPadron } from '../testing/processes/padron-command.ts'
import { type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const padron = (...args: string[]) =>
  runPadron({ DATABASE_URL: server.addressOf('padron_owner').connectionString }, ['news', ...args])

test('a notice is published for everybody or a country, listed, and removed', async () => {
  expect(await padron('list')).toMatchObject({ out: 'No hay noticias.\n', code: 0 })
  expect(await padron('add', '--title', ' Mantenimiento ', '--information', 'El sábado.\nDe 2 a 4.')).toMatchObject({
    out: 'Noticia 1 publicada para todas las empresas.\n',
    err: '',
    code: 0,
  })
  expect(
    (await padron('add', '--title', 'SIMIT', '--information', 'x', '--country', 'CO', '--until', '2199-12-31')).out,
  ).toBe('Noticia 2 publicada para Colombia.\n')
  const { rows } = await server.db.system.query(
    'select title, information, country, ends_at from news_item order by news_id',
  )
  expect(rows).toEqual([
    { title: 'Mantenimiento', information: 'El sábado.\nDe 2 a 4.', country: null, ends_at: null },
    { title: 'SIMIT', information: 'x', country: 'CO', ends_at: '2200-01-01T05:00:00Z' },
  ])
  const { out } = await padron('list')
  expect(out).toMatch(/^2 .* CO +2199-12-31 +SIMIT$/m)
  expect(out).toMatch(/^1 .* todos +— +Mantenimiento$/m)
  expect(await padron('remove', '1')).toMatchObject({ out: 'Noticia 1 eliminada.\n', code: 0 })
  expect(await padron('remove', '1')).toMatchObject({ err: 'No existe la noticia 1; vea padron news list.\n', code: 1 })
})

test.each([
  [['--title', '  ', '--information', 'x'], 'Título: no puede estar en blanco.'],
  [['--title', 'a'.repeat(121), '--information', 'x'], 'Título: máximo 120 caracteres; tiene 121.'],
  [['--title', 'a\nb', '--information', 'x'], 'Título: tiene caracteres que no se ven.'],
  [['--title', 'a', '--information', 'x'.repeat(1001)], 'Información: máximo 1,000 caracteres; tiene 1,001.'],
  [['--title', 'a', '--information', 'x\u202Ey'], 'Información: tiene caracteres que no se ven.'],
  [['--title', 'a', '--information', 'x', '--country', 'PE'], 'MX, CO'],
  [['--title', 'a', '--information', 'x', '--until', '2026-02-30'], 'Debe ser una fecha como 2026-12-31.'],
  [['--title', 'a', '--information', 'x', '--until', '2020-01-01'], '--until 2020-01-01: ese día ya pasó.'],
  [['--information', 'x'], '--title'],
])('refuses %j', async (args, message) => {
  const { err, code } = await padron('add', ...args)
  expect(err).toContain(message)
  expect(code).not.toBe(0)
})
