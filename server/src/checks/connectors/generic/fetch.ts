// Queries a source by its settings: once, by polling until it has finished, or once with a callback address. Parses
// only the values that it needs to continue.
import type { PortalClient, PortalRequest, RawAnswer, Subject } from '../connector.ts'
import { readJson } from '../parsing/answers.ts'
import { type Authorize, authorizeBy } from './authorization.ts'
import type { Definition } from './definition.ts'
import { isPending, refusesOtherwise } from './open-answer.ts'
import { canAsk, requestOf } from './request.ts'
import { textAt } from './values.ts'

type Poll = Extract<Definition['delivery'], { type: 'poll' }>
const MOST_POLLS = 200

/** Renews a refused token once, unless the text of the refusal shows another cause. */
const askAs = async (
  definition: Definition,
  { headers, renewal }: Authorize,
  client: PortalClient,
  request: (authorization: Record<string, string>) => PortalRequest,
): Promise<RawAnswer> => {
  const authorization = await headers(client)
  const answer = await client.request(request(authorization))
  if (!renewal?.statuses.includes(answer.status) || refusesOtherwise(definition, answer)) return answer
  renewal.drop(authorization)
  return client.request(request(await headers(client)))
}

/** The address to poll is built from the id; no address in an answer is followed. */
const idIn = ({ id }: Poll, answer: RawAnswer): string | undefined => {
  const json = answer.status >= 200 && answer.status < 300 ? readJson(answer) : undefined
  const text = json && !json.trouble ? textAt(json.value, id) : null
  return text !== null && /^[\w-]{1,100}$/.test(text) ? text : undefined
}

const poll = async (
  definition: Definition,
  delivery: Poll,
  accepted: RawAnswer,
  ask: (path: string) => Promise<RawAnswer>,
  client: PortalClient,
) => {
  const id = idIn(delivery, accepted)
  if (id === undefined) return [accepted]
  let answer = accepted
  for (let turn = 0; turn < MOST_POLLS; turn++) {
    await client.wait(Math.min(delivery.longestMs, delivery.firstMs * delivery.growth ** turn))
    answer = await ask(delivery.path.replace('{id}', id))
    if (!isPending(definition, delivery, answer)) break
  }
  return [accepted, answer]
}

/** @returns a connector's fetch by these settings; its list is empty if the vehicle lacks an input */
export const fetchBy = (definition: Definition): ((subject: Subject, client: PortalClient) => Promise<RawAnswer[]>) => {
  const { auth, request, delivery } = definition
  const authorize = authorizeBy(auth)
  return async (subject, client) => {
    if (!canAsk(definition, subject)) return []
    const send = (make: (headers: Record<string, string>) => PortalRequest) =>
      askAs(definition, authorize, client, make)
    const answer = await send((headers) => requestOf(request, subject, client.callback, headers))
    if (delivery.type !== 'poll') return [answer]
    return poll(
      definition,
      delivery,
      answer,
      (path) => send((headers) => ({ path, headers: { ...request.headers, ...headers } })),
      client,
    )
  }
}
