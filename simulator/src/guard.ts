// Restricts the control routes to this machine, and refuses requests from pages of other sites in its browser.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
/** A foreign name that resolves to this machine (DNS rebinding) does not match. */
const loopbackHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/
const reading = new Set(['GET', 'HEAD'])

function refusal({ ip, method, headers }: FastifyRequest): string | undefined {
  if (!loopbackAddress.test(ip) || !loopbackHost.test(headers.host ?? ''))
    return 'Los controles del simulador solo se usan desde esta misma máquina (localhost).'
  if (reading.has(method)) return undefined
  const { origin } = headers
  const foreign = origin !== undefined && origin !== `http://${headers.host}`
  if (foreign || /cross-site|same-site/.test(String(headers['sec-fetch-site'] ?? '')))
    return 'La página de otro sitio no puede mover los controles del simulador.'
  return undefined
}

/** Every route that `open` adds accepts requests from this machine only. */
export function guarded(app: FastifyInstance, open: (levers: FastifyInstance) => void): void {
  app.register(async (levers) => {
    levers.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
      const error = refusal(request)
      if (error) return reply.code(403).send({ error })
    })
    open(levers)
  })
}
