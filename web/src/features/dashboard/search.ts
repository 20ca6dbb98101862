// A dashboard's search parameters: the period by its months, and the sections displayed as tables. Without them: the
// server's first period, and charts.
import { z } from 'zod/mini'
import { searchNumber } from '../../lib/search-params.ts'

export const DashboardSearch = z.object({
  periodo: searchNumber(-2, 12),
  tablas: z.catch(z.optional(z.string().check(z.regex(/^[a-z]+(?:,[a-z]+)*$/))), undefined),
})
export type DashboardSearch = z.infer<typeof DashboardSearch>

export const tablesOf = ({ tablas }: DashboardSearch): readonly string[] => tablas?.split(',') ?? []

/** Switches a section between charts and tables. */
export const toggleSection = (search: DashboardSearch, section: string): Pick<DashboardSearch, 'tablas'> => {
  const before = tablesOf(search)
  const after = before.includes(section) ? before.filter((one) => one !== section) : [...before, section]
  return { tablas: after.length > 0 ? after.join(',') : undefined }
}
