// What must be so of an installation whose processes were killed: by the requests of its callers, by the rows, by
// the emails and webhooks that arrived, and by the files as every process gives them out.
import { createHash } from 'node:crypto'
import type { DocumentFile } from '@padron/contract/documents/shapes'
import type { QueueItem } from '@padron/contract/queue'
import { queryRows, type RuleResult } from '../chaos/report.ts'
import { verifyRows } from '../chaos/rules-once.ts'
import { type Ask, call } from './caller.ts'
import { type Cluster, MAIL_FROM } from './cluster.ts'
import type { Killed } from './kills.ts'
import type { RequestLog } from './request-log.ts'

const byRows = async ({ db }: Cluster, { requests }: Killed): Promise<RuleResult[]> => {
  const vehicles = new Map<string, number>()
  for (const { plate, n } of await queryRows(db.system, 'select plate, count(*)::int as n from vehicle group by 1'))
    vehicles.set(String(plate), Number(n))
  const wanted = [
    ...requests.vehicles,
    ...requests.imports.flatMap(({ plates, outcome }) => plates.map((plate) => [plate, outcome] as const)),
  ]
  const known = new Set(wanted.map(([plate]) => plate))
  const halves = requests.imports.filter(({ plates }) => new Set(plates.map((plate) => vehicles.has(plate))).size > 1)
  return [
    {
      rule: 'every vehicle that was taken is there',
      looked: wanted.length,
      broken: wanted
        .filter(([plate, outcome]) => outcome === 'accepted' && !vehicles.has(plate))
        .map(([plate]) => plate),
    },
    {
      rule: 'none is there twice, and none that nobody sent',
      looked: vehicles.size,
      broken: [...vehicles].filter(([plate, n]) => n !== 1 || !known.has(plate)).map(([plate, n]) => `${plate} ${n}`),
    },
    {
      rule: 'every workbook was written whole or not at all',
      looked: requests.imports.length,
      broken: halves.map(({ plates }) => String(plates[0])),
    },
  ]
}

const byEdits = async ({ db }: Cluster, { edits }: RequestLog): Promise<RuleResult[]> => {
  const now = new Map(
    (await queryRows(db.system, 'select vehicle_id as id, observations from vehicle')).map(({ id, observations }) => [
      Number(id),
      String(observations),
    ]),
  )
  const recorded = new Map(
    (
      await queryRows(
        db.system,
        `
    select changes->'observations'->>1 as mark, count(*)::int as n
    from activity
    where changes ? 'observations'
    group by 1`,
      )
    ).map(({ mark, n }) => [String(mark), Number(n)]),
  )
  const all = [...edits.values()].flat()
  const lost = [...edits].filter(([id, list]) => {
    const last = list.findLastIndex(({ outcome }) => outcome === 'accepted')
    return last >= 0 && !list.slice(last).some(({ mark }) => mark === now.get(id))
  })
  const miscounted = all.filter(
    ({ mark, outcome }) => (recorded.get(mark) ?? 0) > 1 || (outcome === 'accepted' && !recorded.has(mark)),
  )
  return [
    {
      rule: 'the last edit that was taken stands, or one after it of which nobody was told',
      looked: edits.size,
      broken: lost.map(([id]) => String(id)),
    },
    {
      rule: 'every edit that was taken is recorded once',
      looked: all.length,
      broken: miscounted.map(({ mark }) => mark),
    },
  ]
}

const byJobs = async ({ db }: Cluster, { jobs }: RequestLog): Promise<RuleResult[]> => {
  const ended = new Map(
    (
      await queryRows(
        db.system,
        `
    select q.queue_item_id as id, q.finished_at is not null
      and q.error_message is null
      and q.file_path is not null as well,
        (select count(*)::int
        from mail m
        where m.tenant_id = q.tenant_id and m.subject_id = q.queue_item_id) as emails
      from queue_item q`,
      )
    ).map((row) => [String(row.id), row]),
  )
  const failed = await queryRows(
    db.system,
    'select queue_item_id, queue_name, error_message from queue_item where error_message is not null or cancelled',
  )
  return [
    {
      rule: 'every report ended well, once',
      looked: jobs.length,
      broken: jobs
        .filter(({ itemId, mails }) => !ended.get(itemId)?.well || ended.get(itemId)?.emails !== mails)
        .map(({ itemId }) => JSON.stringify(ended.get(itemId) ?? itemId)),
    },
    { rule: 'no job failed', broken: failed.map((row) => JSON.stringify(row)) },
  ]
}

/**
 * As designed: one whose process died between the server's yes and its row is sent again under the same id, and known
 * as perhaps doubled.
 */
const byEmails = async ({ db, smtp }: Cluster): Promise<RuleResult[]> => {
  const arrived = new Map<string, number>()
  for (const { email } of smtp.arrived)
    arrived.set(email.messageId ?? '', (arrived.get(email.messageId ?? '') ?? 0) + 1)
  const domain = MAIL_FROM.split('@')[1]
  const rows = await queryRows(db.system, 'select mail_id, copy, state, unsure, attempts, problem from mail')
  const emails = rows.map((row) => ({
    ...row,
    id: `<${row.mail_id}.${row.copy}@${domain}>`,
    unsure: row.unsure === true,
    state: row.state,
  }))
  const known = new Set(emails.map(({ id }) => id))
  const wrong = emails.filter(({ id, unsure }) => (arrived.get(id) ?? 0) < 1 || ((arrived.get(id) ?? 0) > 1 && !unsure))
  return [
    {
      rule: 'every email was sent',
      looked: emails.length,
      broken: emails.filter(({ state }) => state !== 'sent').map((row) => JSON.stringify(row)),
    },
    {
      rule: 'every email arrived once, or again where that is said of it',
      looked: emails.length,
      broken: wrong.map((row) => `${JSON.stringify(row)} arrived ${arrived.get(row.id) ?? 0} times`),
    },
    {
      rule: 'no email arrived that nobody wrote',
      looked: smtp.arrived.length,
      broken: [...arrived.keys()].filter((id) => !known.has(id)),
    },
  ]
}

/**
 * As designed: at least once, and each time under the same id. What must arrive is worked out from the rows
 * themselves, not from the queued deliveries.
 */
const byWebhooks = async ({ db, far }: Cluster): Promise<RuleResult[]> => {
  type WebhookEvent = { id: string; type: string; data: { vehicle?: { plate: string }; jobId?: string } }
  const delivered = new Map(
    far.received.map(({ headers, body }) => [String(headers['webhook-id']), JSON.parse(body) as WebhookEvent]),
  )
  const times = new Map<string, number>()
  for (const { type, data } of delivered.values()) {
    const what = `${type} ${data.vehicle?.plate ?? data.jobId}`
    times.set(what, (times.get(what) ?? 0) + 1)
  }
  const happened = (
    await queryRows(
      db.system,
      `
    select 'vehicle.created ' || plate as what, 1 as n
    from vehicle
    join webhook using (tenant_id)
    union all select 'vehicle.updated ' || v.plate, count(*)::int from activity a join webhook using (tenant_id)
      join vehicle v on v.tenant_id = a.tenant_id and v.vehicle_id = a.subject_id
      where a.action = 'update' and a.changes ? 'observations' and a.subject_kind = 'vehicle'
      group by 1
    union all
    select 'job.finished ' || queue_item_id, 1
    from queue_item
    join webhook using (tenant_id)
    where finished_at is not null`,
    )
  ).map(({ what, n }) => ({ what: String(what), n: Number(n) }))
  const rows = await queryRows(
    db.system,
    'select event_id as id, event, status, attempts, problem from webhook_delivery',
  )
  const known = new Set(rows.map(({ id }) => String(id)))
  return [
    {
      rule: 'every vehicle, edit and job that ended was told under an id of its own',
      looked: happened.length,
      broken: happened
        .filter(({ what, n }) => times.get(what) !== n)
        .map(({ what, n }) => `${what}: ${n}, told ${times.get(what) ?? 0}`),
    },
    {
      rule: 'every event that was put down arrived',
      looked: rows.length,
      broken: rows
        .filter(({ id, status }) => status !== 'delivered' || !delivered.has(String(id)))
        .map((row) => JSON.stringify(row)),
    },
    {
      rule: 'nothing was told that did not happen',
      looked: delivered.size,
      broken: [...delivered].filter(([id, body]) => !known.has(id) || body.id !== id).map(([id]) => id),
    },
  ]
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Every file, from each api process itself. */
const byFiles = async (cluster: Cluster, { documents, jobs, tokens }: RequestLog): Promise<RuleResult[]> => {
  const apis = cluster.members.flatMap((member) => (member.role === 'api' ? (member.target() ?? []) : []))
  const tokenOf = (tenantId: number) => tokens.find(({ person }) => person.tenantId === tenantId)?.token ?? ''
  const ask = async <T>(what: Ask, url = cluster.balancer.url): Promise<T> => {
    const answer = await call(url, what)
    if (answer === 'cut' || answer.status !== 200)
      throw new Error(`${what.path}: ${answer === 'cut' ? 'cut' : answer.status}`)
    return (answer.body ?? answer.bytes) as T
  }
  const broken: string[] = []
  let looked = 0
  const open = async (path: string, whole: (bytes: Buffer) => boolean, name: string) => {
    for (const { url } of apis) {
      looked++
      const bytes = await ask<Buffer>({ path: new URL(path, url).pathname + new URL(path, url).search }, url).catch(
        (error: Error) => error,
      )
      if (bytes instanceof Error || !whole(bytes))
        broken.push(`${name}: ${bytes instanceof Error ? bytes.message : `${bytes.length} bytes`}`)
    }
  }
  for (const [id, { sha256, person }] of documents) {
    const { files } = await ask<{ files: DocumentFile[] }>({
      path: `/api/v2/document/${id}/files`,
      token: tokenOf(person.tenantId),
    })
    await open(files[0]?.downloadUrl ?? '/', (bytes) => hashOf(bytes) === sha256, `document ${id}`)
  }
  const sizes = new Map(
    (
      await queryRows(
        cluster.db.system,
        'select queue_item_id as id, file_size from queue_item where file_path is not null',
      )
    ).map(({ id, file_size }) => [String(id), Number(file_size)]),
  )
  for (const tenantId of new Set(cluster.people.map((person) => person.tenantId))) {
    const { queueInformation } = await ask<{ queueInformation: { queueList: QueueItem[] } }>({
      path: '/api/v2/getQueueItems',
      token: tokenOf(tenantId),
    })
    const reports = queueInformation.queueList.filter(({ _id }) => jobs.some(({ itemId }) => itemId === _id))
    for (const { _id, fileUrl } of reports)
      await open(
        fileUrl ?? '/',
        (bytes) => bytes.length === sizes.get(_id) && bytes.subarray(0, 2).toString() === 'PK',
        `report ${_id}`,
      )
  }
  return [{ rule: 'every file opens whole from every api process', looked, broken }]
}

const bySessions = async ({ balancer }: Cluster, { tokens }: RequestLog): Promise<RuleResult[]> => {
  const broken: string[] = []
  for (const { token, person } of tokens) {
    const answer = await call(balancer.url, { path: '/connect/userinfo', token })
    if (answer === 'cut' || answer.status !== 200)
      broken.push(`${person.username}: ${answer === 'cut' ? 'cut' : answer.status}`)
  }
  return [{ rule: 'no session ended', looked: tokens.length, broken }]
}

const byAnswers = ({ balancer, fallen }: Cluster, { requests, dead }: Killed): RuleResult[] => {
  const killed = new Set(dead.map(({ pid }) => pid))
  // There is one identity process: while it starts, nobody can sign in.
  const excused = ({ pid, path }: { pid: number; path: string }) =>
    killed.has(pid) || (pid === 0 && path.startsWith('/connect/'))
  return [
    { rule: 'no call failed but by the killed connection itself', looked: requests.answered, broken: requests.faults },
    {
      rule: 'no connection was cut by a living process',
      looked: balancer.cuts.length,
      broken: balancer.cuts.filter((cut) => !excused(cut)).map((cut) => JSON.stringify(cut)),
    },
    { rule: 'no process ended by itself', looked: dead.length, broken: fallen },
  ]
}

export const verifyCluster = async (cluster: Cluster, killed: Killed): Promise<RuleResult[]> => [
  ...byAnswers(cluster, killed),
  ...(await byRows(cluster, killed)),
  ...(await byEdits(cluster, killed.requests)),
  ...(await byJobs(cluster, killed.requests)),
  ...(await byEmails(cluster)),
  ...(await byWebhooks(cluster)),
  ...(await byFiles(cluster, killed.requests)),
  ...(await bySessions(cluster, killed.requests)),
  ...(await verifyRows(cluster.db.system)),
]
