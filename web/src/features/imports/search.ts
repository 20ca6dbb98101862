// The search parameters of the bulk workbooks' screens: the file, the filter and page of its rows, or its column
// mapping. Part of the first load of the page: it must import nothing else.
import { z } from 'zod/mini'
import { searchNumber, searchText, searchWord } from '../../lib/search-params.ts'

export const ImportsSearch = z.object({
  archivo: searchText(36),
  ver: searchWord(['all', 'new', 'changed', 'unchanged', 'refused', 'warned', 'omitted']),
  columnas: searchWord(['asignar']),
  page: searchNumber(1, 100_000),
})
export type ImportsSearch = z.infer<typeof ImportsSearch>
export type ChangeImports = (patch: Partial<ImportsSearch>, how?: { replace?: boolean }) => void
