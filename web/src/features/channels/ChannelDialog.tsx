// The form of a channel, new or edited: its kind, the steps to get its address, the news that it receives, and its
// quiet hours. A stored address is never displayed: an empty field leaves it unchanged. No draft is stored, because it
// would leave the address in the browser.
import { CHANNEL_KINDS, CHANNEL_URL_MAX, type Channel, channels as calls } from '@padron/contract/channels'
import { NEWS_TYPES, newsName } from '@padron/contract/news'
import { formRefusalText } from '../../api/form-refusal.ts'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { useFormContext } from '../../ui/form/Form.tsx'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { kindName, STEPS } from './channel-texts.ts'
import { type ChannelValues, NAME_MAX, NEW, toChannelBody, toChannelValues, validateChannel } from './channel-values.ts'

const { CheckField, GroupField, SelectField, TextField } = formFields<ChannelValues>()
const KINDS = CHANNEL_KINDS.map(({ kind, name }) => ({ value: kind, label: name }))
const CONFLICT = {
  gone: 'Otra persona eliminó este canal. Lo que escribió sigue aquí: puede copiarlo en uno nuevo.',
  outdated:
    'Otra persona cambió este canal mientras usted lo editaba. Lo que escribió sigue aquí y, si guarda de nuevo, ' +
    'reemplaza lo que esa persona puso en los mismos campos.',
}
const EMPTY_KEEPS = 'Déjelo vacío para conservar el que tiene.'

const Steps = ({ kind }: Pick<ChannelValues, 'kind'>) => (
  <details className="channel__steps soft rounded" open>
    <summary>Cómo obtener la dirección de {kindName(kind)}</summary>
    <ol>
      {STEPS[kind].map((step) => (
        <li key={step} className="break">
          {step}
        </li>
      ))}
    </ol>
  </details>
)

const AddressFields = ({ isNew }: { isNew: boolean }) => {
  const { kind } = useFormContext<ChannelValues>().values
  if (kind !== 'telegram')
    return (
      <TextField
        name="url"
        label="Dirección"
        required={isNew}
        hint={isNew ? 'Se guarda cifrada y no se vuelve a mostrar.' : EMPTY_KEEPS}
        type="url"
        inputMode="url"
        maxLength={CHANNEL_URL_MAX}
        spellCheck={false}
        autoComplete="off"
        placeholder={kind === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://….api.powerplatform.com/…'}
      />
    )
  return (
    <>
      <TextField
        name="token"
        label="Token del bot"
        required={isNew}
        hint={isNew ? 'Se guarda cifrado y no se vuelve a mostrar.' : EMPTY_KEEPS}
        maxLength={120}
        spellCheck={false}
        autoComplete="off"
        placeholder="123456789:AAE…"
      />
      <div className="form__columns">
        <TextField name="chat" label="Chat" required hint="Un número, o @nombre de un canal público." maxLength={40} />
        <TextField name="thread" label="Tema" hint="Solo en grupos con temas." inputMode="numeric" maxLength={9} />
      </div>
    </>
  )
}

const QuietFields = ({ timeZone }: { timeZone: string }) => {
  const { isQuiet } = useFormContext<ChannelValues>().values
  return (
    <>
      <CheckField name="isQuiet" label="Horas de silencio" />
      {isQuiet && (
        <>
          <div className="form__columns">
            <TextField name="from" label="Desde" type="time" required />
            <TextField name="to" label="Hasta" type="time" required />
          </div>
          <p className="muted">Lo que ocurra en esas horas se envía junto al terminar. Hora de {timeZone}.</p>
        </>
      )}
    </>
  )
}

const ABOUT_EVENTS =
  'Alertas, reportes y recordatorios eligen sus canales. De una fuente se avisa cuando deja de responder y cuando ' +
  'vuelve.'

const EventFields = () => (
  <GroupField name="events" label="También recibe">
    {(box, { value, put }) => (
      <div className="stack">
        {NEWS_TYPES.map(({ type }) => (
          <label key={type} className="check">
            <input
              type="checkbox"
              {...box}
              checked={value.includes(type)}
              onChange={({ target }) => put(target.checked ? [...value, type] : value.filter((one) => one !== type))}
            />
            <span>{newsName(type)}</span>
          </label>
        ))}
        <p className="muted">{ABOUT_EVENTS}</p>
      </div>
    )}
  </GroupField>
)

type Props = {
  /** Undefined: a new one. */
  channel: Channel | undefined
  timeZone: string
  /** Requests the edited channel again, after another person changed it. */
  onReload?: () => void
  onClose: () => void
}

export const ChannelDialog = ({ channel, timeZone, onReload = () => undefined, onClose }: Props) => {
  const call = channel ? calls.edit : calls.create
  const form = useForm({
    stored: channel ? toChannelValues(channel) : NEW,
    validate: (values) => validateChannel(values, !channel),
    version: channel?.version,
    call,
    args: (values, { version }) => {
      const body = toChannelBody(values, channel?.active ?? true)
      if (!channel) return { body: { kind: values.kind, ...body } }
      return { params: { channelId: `${channel.channelId}` }, body: { ...body, version } }
    },
    about: () => channel?.name,
    ...conflictOptions(CONFLICT, (error) => formRefusalText(error, call), onReload),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={channel ? 'Editar canal' : 'Agregar canal'}
      verb="Guardar canal"
      question={UNSAVED_TEXT}
      onClose={onClose}
    >
      <TextField name="name" label="Nombre" required maxLength={NAME_MAX} placeholder="Despacho" />
      {channel ? (
        <p className="muted">
          {kindName(channel.kind)}: {channel.shown}
        </p>
      ) : (
        <SelectField name="kind" label="Servicio" required options={KINDS} />
      )}
      <Steps kind={form.values.kind} />
      <AddressFields isNew={!channel} />
      <EventFields />
      <QuietFields timeZone={timeZone} />
    </FormDialog>
  )
}
