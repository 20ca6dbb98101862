// Rules between the fields of a component, by component; a request that breaks one is refused.

const RECIPIENT = 'Lleva al menos un correo en `mails` o un canal en `channels`.'
const SEND_DAY = 'Semanal o quincenal, `sendDay` va de 1 a 7.'

const PROOF = 'Lleva exactamente uno de `code` y `passkey`.'
const CHANGE = 'Lleva al menos un campo.'

export const COMPONENTS: Readonly<Record<string, string>> = {
  AccountRemoveFactorBody: PROOF,
  AccountReplaceRecoveryCodesBody: PROOF,
  AlertsCreateBody: RECIPIENT,
  AlertsEditBody: RECIPIENT,
  BulkChange: 'Lleva exactamente uno de `status`, `tags`, `field` y `stateId`; `field` y `value` van juntos.',
  CompanyChangeBody: CHANGE,
  DateFilter:
    '`after` lleva `startDate`, `before` lleva `endDate`, `between` las dos, y la final no es anterior a la inicial.',
  DocumentTypesRequireBody: 'Con `required` en `tags`, `tagIds` lleva al menos una etiqueta.',
  EditedReport: `${RECIPIENT} Sin \`channels\`, \`mails\` puede seguir vacío. ${SEND_DAY}`,
  EmailSettingsTrackingBody: 'Con `active`, `emails` lleva al menos un correo.',
  IdentityTokenBody:
    'Según `grant_type` lleva `username` y `password`; `mfa_token` con `otp` o `passkey`; o `code` y `code_verifier`.',
  NewChannel: 'De Teams y Slack lleva `url`; de Telegram, `token` y `chat`.',
  NewReport: `${RECIPIENT} ${SEND_DAY}`,
  ObligationsSetRemindersBody: 'Con `active`, `days` y `kinds` llevan al menos uno.',
  PreviewedReport: SEND_DAY,
  ReportRhythm: SEND_DAY,
  Selection: 'Lleva exactamente uno de `ids` y `query`; `except` es de `query`.',
  UserChange: CHANGE,
  VehicleScope: 'Lleva al menos un campo; ve los vehículos que cumplen todos, y de cada uno cualquiera de sus valores.',
}
