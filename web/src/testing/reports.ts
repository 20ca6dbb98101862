// Reports, settings and sends for the tests of the screen.
import type { EmailSettings } from '@padron/contract/email-settings'
import type { Report } from '@padron/contract/reports/definition'
import type { Configured, Preview, Round } from '@padron/contract/reports/outcomes'

export const ZONE = 'America/Mexico_City'

const SENT = { total: 4, sent: 3, pending: 0, kept: 0, failed: 1 }

export const report = (reportId: number, name: string, changes: Partial<Report> = {}): Report => ({
  reportId,
  name,
  kind: 'debts',
  mails: ['ana@norte.example', 'luis@norte.example', 'eva@norte.example'],
  channels: [],
  frequency: 'weekly',
  sendDay: 1,
  sendHour: 7,
  view: null,
  filter: { states: [19] },
  asked: [['Estado', 'Nuevo León']],
  emptyPolicy: 'send',
  active: true,
  nextAt: new Date(Date.now() + 40 * 86_400_000).toISOString(),
  last: { at: '2026-01-05T13:00:00Z', outcome: 'sent', vehicles: 12, queueItemId: 'q1', letters: SENT },
  troubled: [],
  seenBy: null,
  version: 3,
  ...changes,
})

export const settings = (changes: Partial<EmailSettings> = {}): EmailSettings => ({
  active: true,
  activeTrackingReports: false,
  emails: [],
  header: 'Buen día',
  footer: '',
  contactFooter: '',
  fromEmail: '',
  logoUrl: '',
  ownLogo: false,
  facebook: '',
  twitter: '',
  linkedin: '',
  instagram: '',
  version: 5,
  ...changes,
})

export const configured = (changes: Partial<Configured> = {}): Configured => ({
  message: '',
  applied: false,
  reports: 3,
  created: [{ name: 'Nuevo', mails: ['ana@norte.example'], mailCount: 1 }],
  changed: [{ name: 'Cambiado', mails: ['ana@norte.example'], mailCount: 1 }],
  removed: [
    { name: 'Viejo', mails: ['a@norte.example', 'b@norte.example', 'c@norte.example'], mailCount: 7 },
    { name: 'Otro viejo', mails: ['ana@norte.example'], mailCount: 1 },
  ],
  errors: [],
  errorCount: 0,
  fileUrl: null,
  firstSends: [{ name: 'Adeudos del norte', at: '2026-11-23T13:00:00Z' }],
  letterId: null,
  ...changes,
})

export const preview = (changes: Partial<Preview> = {}): Preview => ({
  subject: 'Adeudos del norte: 12 vehículos',
  html: '<!doctype html><html lang="es"><head><style>p{color:red}</style></head><body><p>Hola</p></body></html>',
  text: 'Hola en texto',
  vehicles: 12,
  empty: false,
  sends: true,
  file: { name: 'Adeudos.xlsx', attached: true },
  ...changes,
})

export const round = (queueItemId: string, changes: Partial<Round> = {}): Round => ({
  queueItemId,
  dateTime: '2026-01-05T13:00:00Z',
  origin: 'scheduled',
  who: null,
  done: true,
  error: null,
  reports: [
    {
      name: 'Adeudos del norte',
      outcome: 'sent',
      vehicles: 12,
      why: null,
      unsent: 0,
      notices: 0,
      fileUrl: null,
      letters: SENT,
    },
  ],
  letters: SENT,
  trackedAt: '2026-01-05T13:05:00Z',
  ...changes,
})
