// Which addresses are private, and what the DNS look-up of a connection rejects.
import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { guardedLookup, isPrivateAddress, PrivateAddressError } from './private-addresses.ts'

describe('an address', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.9.9',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '239.1.1.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'no es una dirección',
    '',
  ])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

  it.each([
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '187.141.0.1',
    '223.255.255.1',
    '2001:4860:4860::8888',
    '2806:10ae::1',
    '64:ff9b::808:808',
  ])('%s is public', (address) => expect(isPrivateAddress(address)).toBe(false))
})

describe('the DNS look-up of a connection', () => {
  const ask = (name: string, found: string[], { allowed = false, all = true } = {}) =>
    new Promise<unknown>((done) => {
      const resolved = found.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
      const look = guardedLookup(
        () => allowed,
        (_name, _options, answered) => answered(null, resolved),
      )
      look(name, { all }, (error, address, family) =>
        done(error ?? (family === undefined ? address : [address, family])),
      )
    })

  it('returns public addresses unchanged, for one and for all', async () => {
    expect(await ask('fuente.mx', ['8.8.8.8', '2806::1'])).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2806::1', family: 6 },
    ])
    expect(await ask('fuente.mx', ['8.8.8.8'], { all: false })).toEqual(['8.8.8.8', 4])
    expect(await ask('fuente.mx', [], { all: false })).toMatchObject({ message: expect.stringContaining('ENOTFOUND') })
  })

  it('rejects a name with a private address unless that is allowed; localhost is accepted', async () => {
    for (const found of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1'], ['169.254.169.254']])
      for (const all of [true, false])
        expect(await ask('fuente.mx', found, { all })).toBeInstanceOf(PrivateAddressError)
    expect(await ask('fuente.mx', ['10.0.0.1'], { allowed: true })).toEqual([{ address: '10.0.0.1', family: 4 }])
    expect(await ask('localhost', ['127.0.0.1'])).toEqual([{ address: '127.0.0.1', family: 4 }])
  })
})
