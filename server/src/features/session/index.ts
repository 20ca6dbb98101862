// The steps around a sign-in: terms of use, and links that invite a user or recover a password.
import { accountLinks as linkRows } from '@padron/contract/account-links'
import { terms as rows } from '@padron/contract/session'
import { answers, type Feature } from '../../feature.ts'
import { accountLinks } from './account-links.routes.ts'
import { terms } from './session.routes.ts'

export const sessionFeature: Feature = {
  calls: (context) => [answers(rows, terms(context.step, context.directory)), answers(linkRows, accountLinks(context))],
}
