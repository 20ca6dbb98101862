// People at work on the demo's companies while things break under them: they look at their session, list, write, sign
// in and order reports, each one call after another, and record the answers.
import { catalogue } from '@padron/contract/catalogue'
import { exports } from '@padron/contract/exports'
import { QUEUE_EVENTS } from '@padron/contract/queue'
import { identity, type PasswordKey } from '@padron/contract/session'
import { tags } from '@padron/contract/tags'
import { seal } from '../sign-in/seal.ts'

const PASSWORD = 'Padron-demo-2026'
const COMPANIES = ['norte', 'sureste', 'andina']

type Kind = 'session' | 'list' | 'write' | 'sign-in' | 'order'
const KINDS: readonly Kind[] = [
  'session',
  'list',
  'write',
  'session',
  'list',
  'order',
  'session',
  'list',
  'write',
  'sign-in',
]
/** `owed`: nothing was broken from its start to its end. `of`: what it made, where it made something. */
export type CallResult = {
  kind: Kind
  status: number
  retryAfter: string | null
  owed: boolean
  of?: string
  body: string
}

type Calling = { token?: string | undefined; body?: object; form?: Record<string, string> }

const send = async (url: string, { token, body, form }: Calling): Promise<Response> =>
  fetch(url, {
    method: body || form ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(form ? { body: new URLSearchParams(form) } : body ? { body: JSON.stringify(body) } : {}),
  })

/** @returns how often it was notified of a change */
const openPanel = async (url: string, token: string | undefined, closed: AbortSignal): Promise<() => number> => {
  let changes = 0
  const answer = await fetch(url + QUEUE_EVENTS, { headers: { authorization: `Bearer ${token}` }, signal: closed })
  const read = async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
      changes += chunk.split('event: queue').length - 1
  }
  void read().catch(() => undefined)
  return () => changes
}

const asForm = (username: string, password: string) => ({
  grant_type: 'password',
  username,
  password,
  client_id: 'padron-console',
})

export type People = {
  results: readonly CallResult[]
  /** The outage begins: calls under way are owed no answer. */
  disturb: () => void
  /** Everything works again: each call that begins from now on is owed its answer. */
  expectAnswers: () => void
  /** Until each of them has made so many calls more. */
  rounds: (calls: number) => Promise<void>
  /** One call of each kind. @returns whether all of them were answered */
  probe: () => Promise<boolean>
  /** The panel of jobs, open for as long as they work. @returns how often it was notified of a change */
  panel: () => number
  stop: () => Promise<void>
}

/** @param url where the product answers @param many people, spread over the demo's companies */
export const peopleAtWork = async (url: string, many: number): Promise<People> => {
  const key = (await (await send(url + identity.passwordKey.path, {})).json()) as PasswordKey
  const signIn = async (company: string) => {
    const username = `${company}-admin`
    return send(url + identity.token.path, { form: asForm(username, await seal(PASSWORD, key, { username })) })
  }
  const tokens = await Promise.all(
    COMPANIES.map(async (company) => ((await (await signIn(company)).json()) as { access_token: string }).access_token),
  )
  const categories = await Promise.all(
    tokens.map(async (token) => {
      const reply = (await (await send(url + tags.categories.path, { token })).json()) as {
        categories: { tagCategoryId: number }[]
      }
      return reply.categories[0]?.tagCategoryId ?? 0
    }),
  )
  const results: CallResult[] = []
  const made = Array.from({ length: many }, () => 0)
  let [named, disturbances, calm, stopped] = [0, 0, true, false]

  const call: Record<Kind, (who: number, name: string) => Promise<Response>> = {
    session: (who) => send(url + identity.userinfo.path, { token: tokens[who] }),
    list: (who) =>
      send(url + catalogue.list.path, {
        token: tokens[who],
        body: { vehicleClass: {}, pagination: { page: 1, pageSize: 25 } },
      }),
    write: (who, name) =>
      send(url + tags.create.path, {
        token: tokens[who],
        body: { tags: [{ tagCategoryId: categories[who], tagName: name }] },
      }),
    'sign-in': (who) => signIn(COMPANIES[who] ?? ''),
    order: (who, name) =>
      send(url + exports.vehiclesReport.path, {
        token: tokens[who],
        body: { vehicleClass: {}, mails: [`${name}@example.mx`] },
      }),
  }
  const makes = (kind: Kind): boolean => kind === 'write' || kind === 'order'
  const ask = async (person: number, kind: Kind): Promise<CallResult> => {
    const name = `reinicio-${++named}`
    const [began, wasCalm] = [disturbances, calm]
    const answered = await call[kind](person % COMPANIES.length, name).then(
      async (answer) => ({
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        body: await answer.text(),
      }),
      (error: unknown) => ({ status: 0, retryAfter: null, body: String(error) }),
    )
    const owed = wasCalm && began === disturbances
    return { kind, owed, ...(makes(kind) ? { of: name } : {}), ...answered }
  }
  const work = async (person: number) => {
    for (let n = person; !stopped; n++) {
      const answer = await ask(person, KINDS[n % KINDS.length] ?? 'list')
      results.push(answer)
      made[person] = (made[person] ?? 0) + 1
      if (answer.status !== 200) await new Promise((soon) => setTimeout(soon, 50))
    }
  }
  const closing = new AbortController()
  const panel = await openPanel(url, tokens[0], closing.signal)
  const working = Array.from({ length: many }, (_, person) => work(person))
  const rounds = async (calls: number) => {
    const until = made.map((each) => each + calls)
    while (made.some((each, person) => each < (until[person] ?? 0))) await new Promise((soon) => setTimeout(soon, 20))
  }
  const probe = async () => {
    const answers = await Promise.all([...new Set(KINDS)].map((kind) => ask(0, kind)))
    results.push(...answers)
    return answers.every(isAnswered)
  }
  return {
    results,
    rounds,
    probe,
    panel,
    disturb: () => {
      disturbances++
      calm = false
    },
    expectAnswers: () => {
      calm = true
    },
    stop: async () => {
      stopped = true
      closing.abort()
      await Promise.all(working)
    },
  }
}

const RATE_LIMITED: readonly Kind[] = ['order', 'sign-in']
/**
 * A company may only have so many jobs at once, so a 429 is an answer. So it is at sign-in: people here share names
 * and an address, and attempts that the end of the database interrupts count as failed ones.
 */
export const isAnswered = ({ kind, status }: CallResult): boolean =>
  status === 200 || (RATE_LIMITED.includes(kind) && status === 429)
/** What may be answered while the database is away. */
export const isPutOff = ({ kind, status, retryAfter }: CallResult): boolean =>
  kind !== 'session' && status === 503 && Number(retryAfter) > 0
