// `padron mcp`: lets an assistant query this product over the Model Context Protocol. The assistant starts the command
// and uses its standard streams; the command calls the API with an access token, and opens no database.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { operator } from '@padron/contract/operator'
import { TOKEN_PREFIX } from '@padron/contract/tokens'
import type { Command } from 'commander'
import { connectApi } from '../mcp/api.ts'
import { makeMcpServer, readSession } from '../mcp/mcp-server.ts'
import { warn } from './console.ts'

const TOKEN = 'PADRON_TOKEN'
const LOCAL = 'http://localhost:3000'
const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

/** @returns the address without a trailing slash */
const baseOf = (given: string): string => {
  const url = URL.parse(given)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`--url: «${given}» no es una dirección como https://padron.ejemplo.mx.`)
  if (url.username || url.password || url.search || url.hash)
    throw new Error('--url: va sin usuario, contraseña, parámetros ni fragmento.')
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new Error('--url: fuera de esta máquina debe empezar con https://, o el token viajaría sin cifrar.')
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`
}

const tokenOf = (given = ''): string => {
  const token = given.trim()
  if (token === '') throw new Error(`Defina ${TOKEN} en el entorno con un token de acceso de «Mi cuenta».`)
  if (!token.startsWith(TOKEN_PREFIX) || !/^[\w-]+$/.test(token))
    throw new Error(`${TOKEN} no es un token de acceso: empiezan con ${TOKEN_PREFIX}.`)
  return token
}

const mcp = async ({ url, write }: { url?: string; write?: true }): Promise<void> => {
  const token = tokenOf(process.env[TOKEN])
  const api = connectApi(baseOf(url ?? (process.env.PUBLIC_URL || LOCAL)), token)
  const onFault = (error: unknown): void => warn(error instanceof Error ? error.message : String(error))
  const [session, { version }] = await Promise.all([readSession(api), api(operator.config, {})])
  serveStdio(() => makeMcpServer({ api, session, version, writing: write ?? false, now: () => new Date(), onFault }), {
    onerror: onFault,
  })
}

export const addMcpCommand = (program: Command): void => {
  program
    .command('mcp')
    .description('Responde a un asistente por Model Context Protocol, con un token de acceso; solo lee')
    .option('--url <dirección>', `la de Padrón; sin ella, la de PUBLIC_URL o ${LOCAL}`)
    .option('--write', 'ofrece también lo que cambia algo, si el token lo permite')
    .addHelpText('after', `\nEl token se da en ${TOKEN}, nunca como argumento. Vea docs/mcp.md.`)
    .action(mcp)
}
