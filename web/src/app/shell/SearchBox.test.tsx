// The search box: what it found is told while its list is open, and nothing is said behind a closed one.
import { catalogue } from '@padron/contract/catalogue'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { SearchBox } from './SearchBox.tsx'

let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({ [catalogue.bestMatch.path]: () => ({ json: [] }) })
})
afterAll(() => server.stop())
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
})

test('"Sin coincidencias" is only there while the list is open', async () => {
  showScreen(SearchBox, '/')
  const box = await screen.findByRole('combobox')
  expect(document.querySelector('[role="status"]')).toBeNull()
  fireEvent.change(box, { target: { value: 'ZZZ' } })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Sin coincidencias'))
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(document.querySelector('[role="status"]')).toBeNull()
})
