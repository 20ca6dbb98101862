// News: the operator's notices, changes of the vehicles, and failing sources (spec core §2, §3, §7).
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { Instant } from './common.ts'

const NEWS_SECONDS = 300
/** Days covered by the news. */
export const NEWS_DAYS = 14

export const NEWS_TYPES = [
  { type: 'notices', typeName: 'Avisos' },
  { type: 'changes', typeName: 'Cambios en sus vehículos' },
  { type: 'outages', typeName: 'Fuentes con fallas' },
] as const
export type NewsType = (typeof NEWS_TYPES)[number]['type']
/** Its name without the heading of the news. */
export const newsName = (type: NewsType): string =>
  type === 'notices' ? 'Avisos de Padrón' : (NEWS_TYPES.find((one) => one.type === type)?.typeName ?? type)

export const NewsEntry = z.object({
  title: z.string(),
  information: z.string(),
  creationDate: Instant,
  /** Newer than the user's last look at the news. */
  isNew: z.boolean(),
  /** The console's page with more; null: none. */
  link: z.nullable(z.string()),
})
export type NewsEntry = z.infer<typeof NewsEntry>
export const NewsGroup = z.object({ type: z.string(), typeName: z.string(), news: z.array(NewsEntry) })
export type NewsGroup = z.infer<typeof NewsGroup>

export const news = calls('news', {
  list: get('/api/v2/relevantNews', {
    summary: 'Las noticias del usuario por grupos, las más recientes primero, y si hay alguna sin ver.',
    needs: 'session',
    reply: z.object({ newsInformation: z.object({ newsList: z.array(NewsGroup), needsToCheck: z.boolean() }) }),
    every: NEWS_SECONDS,
    fails: 'Error al cargar las noticias',
  }),
  seen: post('/api/v2/dateUpdate', {
    summary: 'Da por vistas las noticias hasta este momento.',
    needs: 'session',
    body: z._default(z.strictObject({}), {}),
    reply: z.object({ needsToCheck: z.boolean() }),
    fails: 'Error al actualizar la información',
  }),
})
