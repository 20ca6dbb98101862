// AVIT's answers beyond its provider file: unresolved answers, unknown words, one comparendo in two lists, and
// personal data that must not be stored.
import { describe, expect, it } from 'vitest'
import { jsonAnswer, lineOf, subjectOf } from '../../testing/connectors.ts'
import { clientWith } from '../../testing/generic-example.ts'
import { readProviderFile } from '../../testing/provider-stub.ts'
import { type Parsed, PortalTrouble, type RawAnswer } from '../connector.ts'
import { AVIT } from './avit.ts'

type Json = Record<string, unknown>
const [medellin, ...others] = AVIT
if (!medellin) throw new Error('no city')
const SUBJECT = subjectOf(medellin)

const login = jsonAnswer({ rcSiteKey: 'disable' })

const exampleOf = (name: string) => {
  const call = readProviderFile('avit').calls.find((one) => one.name === 'findInfoHomePublic')
  return call?.answers.find((answer) => answer.name === name)?.body as {
    consultaMultaOComparendoOutDTO: { informacionComparendo: Json[]; informacionMulta: Json[] }
  }
}
const EMPTY = exampleOf('nothing owed')
const [ticket = {}] = exampleOf('one comparendo').consultaMultaOComparendoOutDTO.informacionComparendo
const [fine = {}] = exampleOf('a multa in its own list').consultaMultaOComparendoOutDTO.informacionMulta

const parse = (account: object, envelope: object = {}): Parsed => {
  const lists = { ...EMPTY.consultaMultaOComparendoOutDTO, ...account }
  const body = { ...EMPTY, consultaMultaOComparendoOutDTO: lists, ...envelope }
  return medellin.parse([login, jsonAnswer(body)], SUBJECT, '2026-11-26')
}
const read = (account: object, envelope: object = {}): string => lineOf(parse(account, envelope))
const tickets = (...changes: Json[]) => ({ informacionComparendo: changes.map((change) => ({ ...ticket, ...change })) })
const fines = (...changes: Json[]) => ({ informacionMulta: changes.map((change) => ({ ...fine, ...change })) })
const owedIn = (parsed: Parsed) =>
  'findings' in parsed
    ? parsed.findings.flatMap(({ type, results }) =>
        results.flatMap(({ scrapedTickets }) => scrapedTickets.map(({ folio, total }) => [type, folio, total])),
      )
    : parsed.why

describe('the code of an answer', () => {
  it.each([
    [1, 'ok 1:1 13:25'],
    ['1', 'ok 1:1 13:25'],
    [4, 'ok 1:11 13:11'],
    [0, 'http-error'],
    [2, 'http-error'],
    [99, 'http-error'],
    [null, 'shape-drift'],
    ['EXITOSO', 'shape-drift'],
  ])('%s with empty lists ends as «%s»', (codigoEstado, line) => {
    expect(read({ estado: { codigoEstado, descripcion: 'EXITOSO' } })).toBe(line)
  })

  it('is required: empty lists without it end as shape-drift', () => {
    expect(read({ estado: undefined })).toBe('shape-drift')
    expect(read({ estado: null })).toBe('shape-drift')
  })

  it('takes precedence over the lists, which may be null', () => {
    const lists = { informacionComparendo: null, informacionMulta: null }
    expect(read({ ...lists, estado: { codigoEstado: 2, descripcion: 'FALLIDO' } })).toBe('http-error')
    expect(read({ ...lists, estado: { codigoEstado: 4, descripcion: 'SIN INFORMACION' } })).toBe('ok 1:11 13:11')
  })

  it('for «no information» beside rows ends as shape-drift', () => {
    expect(read({ ...tickets({}), estado: { codigoEstado: 4, descripcion: 'SIN INFORMACION' } })).toBe('shape-drift')
  })
})

describe('a clear answer', () => {
  it('says EXITOSO: with other words the debts count and nothing is clear', () => {
    for (const descripcion of ['FALLIDO', 'PARCIAL', '', null, undefined]) {
      const estado = { codigoEstado: 1, descripcion }
      expect(read({ estado }), `${descripcion}`).toBe('shape-drift')
      expect(read({ ...tickets({}), estado }), `${descripcion}`).toBe('partial 13:24')
    }
    expect(read({ estado: { codigoEstado: 1, descripcion: ' exitoso ' } })).toBe('ok 1:1 13:25')
  })

  it('names the queried plate', () => {
    for (const criterio of [null, undefined, '']) {
      expect(read({}, { criterio }), `${criterio}`).toBe('shape-drift')
      expect(read({ estado: { codigoEstado: 4, descripcion: 'SIN INFORMACION' } }, { criterio })).toBe('shape-drift')
    }
  })

  it('has all of its lists', () => {
    for (const informacionComparendoAdicional of [undefined, {}, 'ninguno'])
      expect(read({ informacionComparendoAdicional })).toBe('shape-drift')
  })

  it('has no rows in an unknown list', () => {
    expect(read({ informacionAcuerdos: [{ valor: 1 }] })).toBe('shape-drift')
    expect(read({}, { informacionAcuerdos: [{ valor: 1 }] })).toBe('shape-drift')
    expect(read({ ...tickets({}), informacionAcuerdos: [{ valor: 1 }] })).toBe('partial 13:24')
    expect(read({ informacionAcuerdos: [] })).toBe('ok 1:1 13:25')
  })

  it('has no error beside it', () => {
    expect(read({ error: 'No fue posible consultar' })).toBe('http-error')
    expect(read({}, { error: 'No fue posible consultar' })).toBe('http-error')
    expect(read({ error: null }, { error: '' })).toBe('ok 1:1 13:25')
  })
})

describe('rows', () => {
  it('are owed with «SE ADEUDA» only; any other word ends as shape-drift, in every list', () => {
    for (const descripcionEstado of ['SE ADEUDA', ' se  adeuda '])
      expect(read(tickets({ descripcionEstado }))).toBe('ok 1:1 13:24')
    for (const descripcionEstado of ['Pagado', 'Anulado', '', null, undefined, 1])
      expect(read(tickets({ descripcionEstado })), `${descripcionEstado}`).toBe('shape-drift')
    expect(read(fines({ descripcionEstado: 'Pagado' }))).toBe('shape-drift')
  })

  it('without a plate or of another plate end as shape-drift', () => {
    for (const placa of [null, undefined, '', 'ZZZ999'])
      expect(read(tickets({ placa })), `${placa}`).toBe('shape-drift')
    expect(read({}, { criterio: 'ZZZ999' })).toBe('shape-drift')
  })

  it('without an amount are still owed', () => {
    expect(owedIn(parse(tickets({ valor: null })))).toEqual([[13, '99999000000099999901', null]])
  })

  it('give one comparendo once across lists, as a multa if one of them has the resolution', () => {
    const both = { ...tickets({}), ...fines({ numeroComparendo: ticket.numeroComparendo, valor: 700000 }) }
    expect(owedIn(parse(both))).toEqual([[1, '99999000000099999901', 700000]])
    const twice = { ...tickets({}), informacionComparendoAdicional: [ticket] }
    expect(owedIn(parse(twice))).toEqual([[13, '99999000000099999901', 633232]])
    const unnumbered = { numeroComparendo: null }
    expect(owedIn(parse(tickets(unnumbered, unnumbered)))).toHaveLength(2)
  })

  it('of the additional list count; a null list yields no clear status', () => {
    expect(read({ informacionComparendoAdicional: [ticket] })).toBe('ok 1:1 13:24')
    expect(read({ informacionComparendoAdicional: null })).toBe('http-error')
    expect(read({ ...fines({}), informacionComparendo: null })).toBe('partial 1:0')
  })

  it('without a place for a resolution may be multas, so multas are not clear', () => {
    expect(read(tickets({ nroResolucion: undefined }))).toBe('partial 13:24')
  })

  it('of a price list are no debt; charges for delay are a debt without amount', () => {
    expect(read({ tarifasComparendos: [{ codigoInfraccion: 'C29', valor: 633232 }] })).toBe('ok 1:1 13:25')
    expect(read({ informacionMoroso: [{}] })).toBe('ok 1:0 13:25')
    expect(read({ informacionMoroso: null })).toBe('ok 1:1 13:25')
  })
})

describe('the query', () => {
  const named = {
    ...ticket,
    identificador: '900999888',
    nombres: 'PERSONA',
    apellidos: 'FICTICIA',
    contraventores: [{ nombre: 'PERSONA' }],
  }
  const account = { ...EMPTY.consultaMultaOComparendoOutDTO, informacionComparendo: [named] }
  const body = { ...EMPTY, consultaMultaOComparendoOutDTO: account }
  const open = (replies: readonly RawAnswer[], credential = 'anonymous:in:vented') =>
    clientWith(replies, credential, 'token_sd=s3cr3t')
  const greeting = jsonAnswer({ rcSiteKey: 'disable', token_sd: 's3cr3t', usuario: 'anonymous' })

  it('uses the session of the login; neither the session nor personal data are stored', async () => {
    const { client, queries } = open([greeting, jsonAnswer(body)])
    const answers = await medellin.fetch(SUBJECT, client)
    const front = 'https://www.medellin.gov.co/portal-movilidad/'
    expect(queries).toMatchObject([
      {
        path: '/avit/login/',
        headers: { href: front },
        json: { usuario: 'anonymous', password: 'in:vented', consumidor: 'web' },
      },
      {
        path: '/avit/home/findInfoHomePublic',
        headers: { href: front, cookie: 'token_sd=s3cr3t' },
        json: { criterio: 'ABC123', response: '', tipoConsulta: '0', idTipoIdentificacion: '' },
      },
    ])
    expect(JSON.stringify(answers)).not.toMatch(/s3cr3t|vented|PERSONA|FICTICIA|900999888/)
    expect(lineOf(medellin.parse(answers, SUBJECT, '2026-11-26'))).toBe('ok 1:1 13:24')
  })

  it('reads an answer that is JSON inside a JSON text, without personal data', async () => {
    const { client } = open([greeting, jsonAnswer(JSON.stringify(body))])
    const answers = await medellin.fetch(SUBJECT, client)
    expect(JSON.stringify(answers)).not.toContain('PERSONA')
    expect(lineOf(medellin.parse(answers, SUBJECT, '2026-11-26'))).toBe('ok 1:1 13:24')
  })

  it('ends when the login requires a captcha', async () => {
    const { client, queries } = open([jsonAnswer({ rcSiteKey: '6LdX', token_sd: 's3cr3t' })])
    const answers = await medellin.fetch(SUBJECT, client)
    expect(queries).toHaveLength(1)
    expect(JSON.stringify(answers)).not.toContain('s3cr3t')
    expect(medellin.parse(answers, SUBJECT, '2026-11-26').outcome).toBe('captcha')
  })

  it('is not sent without the credential of the anonymous user', async () => {
    for (const credential of ['', 'anonymous', 'anonymous:', ':x']) {
      const { client, queries } = open([], credential)
      await expect(medellin.fetch(SUBJECT, client)).rejects.toMatchObject({ outcome: 'bad-credentials' })
      await expect(medellin.fetch(SUBJECT, client)).rejects.toBeInstanceOf(PortalTrouble)
      expect(queries).toEqual([])
    }
  })

  it('names the page of each city', async () => {
    const fronts = await Promise.all(
      others.map(async (connector) => {
        const { client, queries } = open([greeting, jsonAnswer(body)])
        await connector.fetch(SUBJECT, client)
        return queries[0]?.headers?.href
      }),
    )
    expect(new Set(fronts).size).toBe(6)
  })
})
