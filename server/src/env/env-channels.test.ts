// PADRON_CHANNEL_ORIGINS: the hosts that channels may use besides the public services.
import { expect, test } from 'vitest'
import { readEnv, SettingError } from './env.ts'

const originsOf = (text: string, more: Record<string, string> = {}) =>
  readEnv({ PADRON_CHANNEL_ORIGINS: text, ...more }).channelOrigins

test('no origins, one for each kind, and plain http only if private sources are allowed', () => {
  expect(readEnv({}).channelOrigins).toEqual({})
  expect(originsOf('slack=https://chat.empresa.mx, telegram=https://bot.empresa.mx:8443')).toEqual({
    slack: 'https://chat.empresa.mx',
    telegram: 'https://bot.empresa.mx:8443',
  })
  expect(originsOf('teams=http://10.0.0.7:81', { PADRON_PRIVATE_SOURCES: '1' })).toEqual({
    teams: 'http://10.0.0.7:81',
  })
})

test.each([
  'slack',
  'slack=',
  'whatsapp=https://a.mx',
  'slack=https://a.mx/',
  'slack=https://a.mx/x',
  'slack=http://a.mx',
])('%s is rejected with the name of the setting', (text) => {
  expect(() => originsOf(text)).toThrow(SettingError)
  expect(() => originsOf(text)).toThrow(/^PADRON_CHANNEL_ORIGINS: /)
})
