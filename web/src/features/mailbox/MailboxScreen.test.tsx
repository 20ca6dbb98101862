// The local mailbox: its emails, an email's text and files, and an installation with a mail server.
import { mailbox } from '@padron/contract/mailbox'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { Emails, MailboxScreen } from './MailboxScreen.tsx'

const id = (n: number) => `7f0c1e2a-0000-4000-8000-00000000000${n}`
const EMAILS = [
  { mailId: id(1), to: 'ana@norte.mx', subject: 'Adeudos del norte', dateTime: '2026-11-20T16:00:00Z', files: 1 },
  { mailId: id(2), to: 'luis@norte.mx', subject: 'Una alerta', dateTime: '2026-11-20T15:00:00Z', files: 0 },
]
const emailReply = (n: number) => ({
  headers: [
    ['To', EMAILS[n - 1]?.to ?? ''],
    ['Date', 'Fri, 20 Nov 2026 16:00:00 +0000'],
    ['Message-ID', `<${id(n)}@padron>`],
  ],
  subject: EMAILS[n - 1]?.subject ?? '',
  text: `Texto de ${n}`,
  html:
    '<!doctype html><html><head><title>x</title></head><body><p>HTML de ' +
    `${n}</p><script>alert(1)</script></body></html>`,
  files:
    n === 1
      ? [
          { name: 'Adeudos.xlsx', size: 20_480, attached: true, fileUrl: '/files/1?s=x' },
          { name: 'Viejo.zip', size: 1, attached: false, fileUrl: null },
        ]
      : [],
})

let emails = EMAILS
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [mailbox.list.path]: () => ({ json: { total: emails.length, letters: emails } }),
    [mailbox.read.path.replace(':mailId', id(1))]: () => ({ json: emailReply(1) }),
    [mailbox.read.path.replace(':mailId', id(2))]: () => ({ json: emailReply(2) }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  emails = EMAILS
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})
const show = (search = '') => showScreen(Emails, `/mailbox${search}`)
const list = () => screen.findByRole('navigation', { name: 'Correos' })

test('an email shows its headers and files, as HTML and as plain text', async () => {
  show()
  const all = within(await list())
  expect(screen.getByText('2 correos')).toBeTruthy()
  expect(screen.getByText('Elija un correo')).toBeTruthy()
  fireEvent.click(all.getByRole('link', { name: /ana@norte.mx.*Adeudos del norte.*1 archivo/ }))
  const read = within(await screen.findByRole('article'))
  expect(read.getByRole('heading', { name: 'Adeudos del norte' })).toBeTruthy()
  expect(read.getAllByText('Para')[0]?.nextSibling?.textContent).toBe('ana@norte.mx')
  expect(read.getByText('Fecha').nextSibling?.textContent).toBe('20/11/2026 10:00')
  expect(read.getByText(`<${id(1)}@padron>`).closest('details')?.open).toBe(false)
  const frame = read.getByTitle('Correo: Adeudos del norte')
  expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox')
  expect(frame.getAttribute('srcdoc')).toContain('HTML de 1')
  const files = within(read.getByRole('list', { name: 'Archivos' })).getAllByRole('listitem')
  expect(files.map((file) => file.textContent)).toEqual([
    'Adeudos.xlsx20 KB, adjuntoDescargar Adeudos.xlsx',
    'Viejo.zip1 KB, como enlaceYa no se puede abrir',
  ])
  fireEvent.click(read.getByRole('radio', { name: 'Solo texto' }))
  expect(read.getByText('Texto de 1')).toBeTruthy()
  expect(read.queryByTitle(/^Correo/)).toBeNull()
})

test('the arrow keys move between emails and open them; the address contains the open one', async () => {
  const router = show(`?correo=${id(1)}`)
  await screen.findByRole('heading', { name: 'Adeudos del norte' })
  const first = within(await list()).getByRole('link', { name: /ana/ })
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(await screen.findByRole('heading', { name: 'Una alerta' })).toBeTruthy()
  expect(document.activeElement?.textContent).toContain('luis@norte.mx')
  expect(router.state.location.searchStr).toBe(`?correo=${id(2)}`)
})

test('the empty mailbox, a deleted email, and an installation with a mail server', async () => {
  emails = []
  show()
  expect(await screen.findByText('Sin correos')).toBeTruthy()
  cleanup()
  emails = EMAILS
  show(`?correo=${id(3)}`)
  expect(await screen.findByText('Error (404) No se ha encontrado el recurso.')).toBeTruthy()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  server.sent.length = 0
  showScreen(MailboxScreen, '/mailbox')
  expect(await screen.findByText('Aquí no hay correos guardados')).toBeTruthy()
  expect(server.sent.filter(({ path }) => path !== '/config.json')).toEqual([])
})
