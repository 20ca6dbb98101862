// The company's users: their data, profiles and the part of the fleet that they see.
import { users as rows } from '@padron/contract/users'
import { answers, type Feature } from '../../feature.ts'
import { users } from './users.routes.ts'

export const usersFeature: Feature = {
  calls: (context) => [answers(rows, users(context))],
}
