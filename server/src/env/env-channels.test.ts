// PADRON_CHANNEL_ORIGINS: where channels may lead beside the public services.
import { expect, test } from 'vitest'
import { readEnv, SettingError } from './env.ts'

const originsOf = (text: string, more: Record<string, string> = {}) =>
  readEnv({ PADRON_CHANNEL_ORIGINS: text, ...more }).channelOrigins

test('none, one a kind, and plain http only where sources may be private', () => {
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
])('%s is refused by its name', (text) => {
  expect(() => originsOf(text)).toThrow(SettingError)
  expect(() => originsOf(text)).toThrow(/^PADRON_CHANNEL_ORIGINS: /)
})
