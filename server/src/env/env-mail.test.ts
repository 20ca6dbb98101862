// The settings of email: a wrong one is named in its error, and a missing one turns its function off.
import { expect, it } from 'vitest'
import { readEnv } from './env.ts'

const SMTP = { PADRON_SMTP_URL: 'smtp://correo', PADRON_MAIL_FROM: 'avisos@padron.mx', PUBLIC_URL: 'https://padron.mx' }

it('the address of bounces and the secret of the mail server are optional', () => {
  expect(readEnv(SMTP)).toMatchObject({
    mail: { from: 'avisos@padron.mx', bounces: undefined },
    bounceSecret: undefined,
  })
  const secret = 'x'.repeat(32)
  const both = readEnv({ ...SMTP, PADRON_MAIL_BOUNCES: 'rebotes@padron.mx', PADRON_BOUNCE_SECRET: secret })
  expect(both).toMatchObject({ mail: { bounces: 'rebotes@padron.mx' }, bounceSecret: secret })
})

it.each([
  ['PADRON_MAIL_BOUNCES', 'rebotes'],
  ['PADRON_MAIL_BOUNCES', 'Rebotes <rebotes@padron.mx>'],
  ['PADRON_BOUNCE_SECRET', 'x'.repeat(31)],
  ['PADRON_BOUNCE_SECRET', `con espacios ${'x'.repeat(32)}`],
])('%s=%s is rejected with the name of the setting', (name, value) => {
  expect(() => readEnv({ ...SMTP, [name]: value })).toThrow(`${name}: `)
})
