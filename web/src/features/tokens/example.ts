// The command with which a new token is tried: a question that it may ask, of this installation. Pure.
import type { Call } from '@padron/contract/call'
import { catalogue } from '@padron/contract/catalogue'
import { queue } from '@padron/contract/queue'
import { tags } from '@padron/contract/tags'
import { users } from '@padron/contract/users'

const QUESTIONS: readonly { row: Call; body?: string }[] = [
  { row: catalogue.list, body: '{"pagination":{"page":1,"pageSize":25}}' },
  { row: tags.list },
  { row: queue.items },
  { row: users.list, body: '{}' },
]

/** @param api where the calls go, without a slash at the end */
export const exampleOf = (permissions: readonly string[], api: string): string => {
  const asked = QUESTIONS.find(({ row: { needs } }) => typeof needs === 'string' && permissions.includes(needs))
  const { row, body } = asked ?? { row: catalogue.states }
  const lines = ['curl -H "Authorization: Bearer $PADRON_TOKEN"']
  if (body) lines.push(`-H "Content-Type: application/json" -d '${body}'`)
  return [...lines, api + row.path].join(' \\\n  ')
}
