// The address of the bulk workbooks' screens: which file is looked at, which of its rows, and their page, or
// its columns. In the
// page's first load: nothing else may be.
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
