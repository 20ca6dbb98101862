// The bell: a mark while there is unseen news, the groups, and how entries become seen.
import { news as calls, type NewsGroup } from '@padron/contract/news'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { useBackSkipsClosed } from '../../lib/use-back-closes.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { NewsBell } from './NewsBell.tsx'

const GROUPS: NewsGroup[] = [
  {
    type: 'notices',
    typeName: 'Avisos',
    news: [
      {
        title: 'Mantenimiento',
        information: 'El sábado de 2 a 4.',
        creationDate: new Date().toISOString(),
        isNew: true,
        link: null,
      },
      {
        title: 'Bienvenida',
        information: 'Ya puede empezar.',
        creationDate: '2026-11-01T12:00:00Z',
        isNew: false,
        link: '//otro.example',
      },
    ],
  },
  {
    type: 'changes',
    typeName: 'Cambios en sus vehículos',
    news: [
      {
        title: '2 multas nuevas',
        information: 'En Jalisco.',
        creationDate: '2026-11-20T12:00:00Z',
        isNew: true,
        link: '/health?resource=3',
      },
    ],
  },
  { type: 'outages', typeName: 'Fuentes con fallas', news: [] },
]
let needsToCheck = true
let newsList = GROUPS
let status = 200
let seenStatus = 200
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [calls.list.path]: () => ({ status, json: { newsInformation: { newsList, needsToCheck } } }),
    [calls.seen.path]: () => {
      if (seenStatus === 200) needsToCheck = false
      return { status: seenStatus, json: { needsToCheck: false } }
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  needsToCheck = true
  newsList = GROUPS
  status = 200
  seenStatus = 200
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
})

const requestCount = () => server.sent.filter(({ path }) => path === calls.seen.path).length
const show = () => showScreen(NewsBell, '/')
const bell = (name: string) => screen.findByRole('button', { name })
const panel = () => within(screen.getByRole('dialog', { name: 'Noticias' }))

test('opening the panel removes the mark; new entries stay marked until it closes', async () => {
  show()
  const button = await bell('Noticias, hay sin leer')
  expect(requestCount()).toBe(0)
  fireEvent.click(button)
  expect(document.activeElement?.textContent).toBe('Noticias')
  expect(panel().getByRole('heading', { name: 'Avisos' })).toBeTruthy()
  expect(panel().queryByRole('heading', { name: 'Fuentes con fallas' })).toBeNull()
  await bell('Noticias')
  expect(requestCount()).toBe(1)
  expect(panel().getAllByText('Nueva')).toHaveLength(2)
  expect(panel().getByText('justo ahora')).toBeTruthy()
  newsList = GROUPS.map((group) => ({ ...group, news: group.news.map((one) => ({ ...one, isNew: false })) }))
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Noticias' }), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  expect(panel().queryByText('Nueva')).toBeNull()
})

test('only links within the console are offered, and following one closes the panel', async () => {
  const router = show()
  fireEvent.click(await bell('Noticias, hay sin leer'))
  const links = panel().getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Ver más: 2 multas nuevas'])
  fireEvent.click(links[0] as HTMLElement)
  await waitFor(() => expect(router.state.location.href).toBe('/health?resource=3'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('changes and failures are written as sentences, each with its own link', async () => {
  const at = { creationDate: '2026-11-20T12:00:00Z', isNew: false }
  newsList = [
    {
      type: 'changes',
      typeName: 'Cambios en sus vehículos',
      news: [
        {
          ...at,
          title: '3 adeudos nuevos',
          information: 'En 2 vehículos, por $12,340.50 MXN; 1 sin importe.',
          link: '/?sort=debt&order=desc',
        },
        { ...at, title: '1 cambio de estado', information: 'En 1 vehículo.', link: '/?vehicle=7' },
      ],
    },
    {
      type: 'outages',
      typeName: 'Fuentes con fallas',
      news: [
        {
          ...at,
          title: 'Finanzas no responde desde el 20/11/2026 06:00',
          information: 'La fuente no respondió.',
          link: '/health',
        },
        {
          ...at,
          title: 'Movilidad volvió el 20/11/2026 06:00',
          information: 'No respondió durante 2 horas.',
          link: null,
        },
      ],
    },
  ]
  const router = show()
  fireEvent.click(await bell('Noticias, hay sin leer'))
  expect(
    panel()
      .getAllByRole('listitem')
      .map((entry) => entry.textContent),
  ).toEqual([
    expect.stringMatching(
      /^3 adeudos nuevosEn 2 vehículos, por \$12,340\.50 MXN; 1 sin importe\..+Ver más: 3 adeudos nuevos$/,
    ),
    expect.stringMatching(/^1 cambio de estadoEn 1 vehículo\..+Ver más: 1 cambio de estado$/),
    expect.stringMatching(/^Finanzas no responde .+Ver más: Finanzas no responde desde el 20\/11\/2026 06:00$/),
    expect.not.stringContaining('Ver más'),
  ])
  expect(
    panel()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/?sort=debt&order=desc', '/?vehicle=7', '/health'])
  fireEvent.click(panel().getByRole('link', { name: /1 cambio de estado$/ }))
  await waitFor(() => expect(router.state.location.href).toBe('/?vehicle=7'))
})

const SkippingBell = () => {
  useBackSkipsClosed()
  return <NewsBell />
}

test('on a phone Back closes only the panel; Back from a followed link opens it again', async () => {
  const { happyDOM } = globalThis as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  happyDOM.setViewport({ width: 390 })
  newsList = GROUPS.map((group) => ({ ...group, news: group.news.map((one) => ({ ...one, link: '/?vehicle=7' })) }))
  onTestFinished(() => happyDOM.setViewport({ width: 1024 }))
  const router = showScreen(SkippingBell, '/')
  const length = () => router.history.length
  fireEvent.click(await bell('Noticias, hay sin leer'))
  await waitFor(() => expect(length()).toBe(2))
  router.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.href).toBe('/')
  fireEvent.click(screen.getByRole('button', { name: /^Noticias/ }))
  fireEvent.click(await screen.findByRole('link', { name: /2 multas nuevas$/ }))
  await waitFor(() => expect(router.state.location.href).toBe('/?vehicle=7'))
  router.history.back()
  await waitFor(() => expect(router.history.canGoBack()).toBe(false))
  expect(router.state.location.href).toBe('/')
})

test('the empty panel, and a failure that can be retried', async () => {
  newsList = []
  needsToCheck = false
  show()
  fireEvent.click(await bell('Noticias'))
  expect(await screen.findByText('Actualmente no hay noticias disponibles.')).toBeTruthy()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  status = 500
  show()
  fireEvent.click(await bell('Noticias'))
  expect(await screen.findByText('Error al cargar las noticias')).toBeTruthy()
  status = 200
  newsList = GROUPS
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Mantenimiento')).toBeTruthy()
})

test('a failure to mark the news as seen is reported, and the mark stays', async () => {
  seenStatus = 500
  show()
  fireEvent.click(await bell('Noticias, hay sin leer'))
  expect(await screen.findByText('Error al actualizar la información')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Noticias, hay sin leer' })).toBeTruthy()
})
