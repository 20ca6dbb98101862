// «¿Qué hay que hacer esta semana?»: tasks for a person, such as a discount that ends or a document that is missing.
import { addDays, daysBetween, localTime, WEEK_DAYS } from '@padron/contract/days'
import { PendingItem, pending } from '@padron/contract/pending'
import { PendingKind } from '@padron/contract/rules/pending-kinds'
import { z } from 'zod/mini'
import { described, tool } from '../tool.ts'

const ITEMS_AT_MOST = 50
const DAYS_AT_MOST = 366
const DAYS_RANGE = `De 1 a ${DAYS_AT_MOST} días`

const Item = z.object({
  ...PendingItem.shape,
  daysLeft: described(z.nullable(z.int()), 'Días que faltan; negativo: ya pasó; null: no tiene día.'),
})

export const pendingItems = tool({
  name: 'pendientes',
  title: 'Qué hay que hacer',
  description:
    'Lo que hay que hacer en los próximos días y lo atrasado: vencimientos, descuentos de multas que terminan ' +
    '(saving), documentos que faltan, capturas y diferencias, lo que vence antes primero. De un adeudo, la ' +
    'fuente y su antigüedad las da adeudos_de_vehiculo.',
  calls: [pending.list],
  input: z.strictObject({
    days: described(
      z._default(z.int(DAYS_RANGE).check(z.gte(1, DAYS_RANGE), z.lte(DAYS_AT_MOST, DAYS_RANGE)), WEEK_DAYS),
      'Cuántos días, contando hoy.',
    ),
    kinds: z.optional(
      described(
        z.array(PendingKind).check(z.minLength(1), z.maxLength(PendingKind.options.length)),
        'Solo estos tipos.',
      ),
    ),
  }),
  output: z.object({
    today: z.string(),
    to: z.string(),
    items: z.array(Item),
    hasMore: described(z.boolean(), 'Hay más, que aquí no se listan.'),
  }),
  run: async ({ days, kinds }, { api, session, now, signal }) => {
    const to = addDays(localTime(now, session.timeZone).day, days - 1)
    const query = { to, kinds: kinds?.join(','), limit: `${ITEMS_AT_MOST}` }
    const { today, items, next } = await api(pending.list, { query }, signal)
    const dated = items.map((each) => ({
      ...each,
      daysLeft: each.dueOn === null ? null : daysBetween(today, each.dueOn),
    }))
    return { today, to, items: dated, hasMore: next !== null }
  },
})
