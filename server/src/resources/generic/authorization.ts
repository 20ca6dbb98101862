// Who asks: the credential the installation gave the portal, as the source wants it. Tokens of OAuth clients are asked for
// below the portal's own address and kept in this process until shortly before they end; they never become evidence.
import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { type PortalDoor, PortalTrouble, type RawAnswer } from '../connector.ts'
import { fits, readJson, refusalOf } from '../parsing/answers.ts'
import type { Definition } from './definition.ts'

type Auth = Definition['auth']
type OAuth = Extract<Auth, { type: 'oauth2' }>
export type Authorize = {
  headers: (door: PortalDoor) => Promise<Record<string, string>> /** Only where something is kept. */
  forget?: () => void
}

const basic = (credential: string): string => `Basic ${Buffer.from(credential).toString('base64')}`
const Token = z.looseObject({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]{1,8000}$/)),
  expires_in: z.optional(z.union([z.number(), z.string()])),
})
const EARLY_MS = 60_000
const UNSAID_MS = 300_000

/** The trouble of a token that was not given; the answer is not told, it may hold the credential. */
const refused = (answer: RawAnswer): PortalTrouble => {
  const trouble = refusalOf(answer)
  return trouble && trouble.outcome !== 'shape-drift' && trouble.outcome !== 'needs-input'
    ? new PortalTrouble(trouble.outcome, trouble.why)
    : new PortalTrouble('bad-credentials', 'La fuente no dio la llave de acceso de la credencial.')
}

const askToken = async ({ path, scope, client = 'basic' }: OAuth, door: PortalDoor): Promise<z.infer<typeof Token>> => {
  const [id = '', ...secret] = door.credential.split(':')
  const own = client === 'form' ? { client_id: id, client_secret: secret.join(':') } : {}
  const form = { grant_type: 'client_credentials', ...(scope ? { scope } : {}), ...own }
  const headers = client === 'basic' ? { authorization: basic(door.credential) } : {}
  const answer = await door.request({ method: 'POST', path, headers, form })
  const json = answer.status === 200 ? readJson(answer) : undefined
  const token = json && !json.trouble ? fits(Token, json.value) : undefined
  if (!token?.value) throw refused(answer)
  return token.value
}

/** One for each connector: it keeps the connector's token. @param clock now, in milliseconds */
const oauth = (auth: OAuth, clock: () => number): Authorize => {
  let kept: { of: string; token: string; until: number } | undefined
  const headers = async (door: PortalDoor) => {
    const of = createHash('sha256').update(door.credential).digest('hex')
    if (kept?.of !== of || kept.until <= clock()) {
      const { access_token: token, expires_in: seconds } = await askToken(auth, door)
      const lives = Number(seconds) > 0 ? Number(seconds) * 1000 : UNSAID_MS
      kept = { of, token, until: clock() + lives - Math.min(EARLY_MS, lives / 2) }
    }
    return { authorization: `Bearer ${kept.token}` }
  }
  const forget = () => {
    kept = undefined
  }
  return { headers, forget }
}

const always = (make: (credential: string) => Record<string, string>): Authorize => ({
  headers: async (door) => make(door.credential),
})

export const authorizeBy = (auth: Auth, clock: () => number = Date.now): Authorize => {
  switch (auth.type) {
    case 'none':
      return always(() => ({}))
    case 'bearer':
      return always((credential) => ({ authorization: `Bearer ${credential}` }))
    case 'basic':
      return always((credential) => ({ authorization: basic(credential) }))
    case 'header':
      return always((credential) => ({ [auth.name.toLowerCase()]: `${auth.prefix ?? ''}${credential}` }))
    case 'oauth2':
      return oauth(auth, clock)
  }
}
