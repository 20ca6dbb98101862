// Receipts: a small page a person can read and keep as evidence of a consultation. It says loudly that it is simulated.

import type { FastifyInstance } from 'fastify'
import { momentAt, slashDay } from './clock.ts'
import type { Desk } from './desk.ts'
import { escapeHtml, page } from './html.ts'
import { normal, type Portal } from './portal.ts'

export function openReceipts(app: FastifyInstance, desk: Desk, portals: readonly Portal[]): void {
  app.get<{ Params: { portal: string; plate: string } }>('/comprobante/:portal/:plate', ({ params }, reply) => {
    reply.type('text/html; charset=utf-8')
    const portal = portals.find(({ name }) => name === params.portal)
    if (!portal)
      return reply.code(404).send(page('Comprobante no encontrado', '<p>Ese portal no emite comprobantes.</p>'))
    const { day, local } = momentAt(desk.clock.now(), portal.country)
    const lines = [
      `Portal: ${escapeHtml(portal.title)}`,
      `Placa consultada: ${escapeHtml(normal(params.plate))}`,
      `Fecha de consulta: ${slashDay(day)} ${local.toISOString().slice(11, 19)}`,
      'Este documento proviene de un portal simulado. No es un comprobante oficial ni acredita pago alguno.',
    ]
    return reply.send(page('Comprobante de consulta', lines.map((line) => `<p>${line}</p>`).join('')))
  })
}
