import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'
import { PasswordField, TextAreaField, TextField } from '~/kit/fields/text_fields'
import type { FormOf } from '~/kit/form/use_form_submission'
import { showToast } from '~/layouts/flash_toasts'
import type { ConnectionValues, CredentialField, Hint } from './connection_types'

type Props<Values extends ConnectionValues> = {
  form: FormOf<Values>
  fields: CredentialField[]
  /** Of what is there already: a field that is left empty keeps it. */
  hints?: Hint[]
  /** The connection goes to another address: all of them are needed again. */
  isMoved?: boolean
}

/** The secrets of a connection: written here and never shown again. */
export function CredentialFields<Values extends ConnectionValues>({
  form,
  fields,
  hints = [],
  isMoved = false,
}: Props<Values>) {
  const { value: secrets } = form.field('secrets', 'credentials')
  return fields.map((field) => {
    const hint = hints.find(({ key }) => key === field.key)
    const isKept = !isMoved && hint?.writtenOn != null
    const name = `credentials.${field.key}`
    return (
      <CredentialInput
        key={field.key}
        kind={field.kind}
        name={name}
        label={field.label}
        isRequired={field.isNeeded && !isKept}
        help={[field.help, isKept ? keptText(hint) : null].filter(Boolean).join(' ') || undefined}
        error={form.errors[name]}
        value={secrets[field.key] ?? ''}
        onChange={(text) => form.change('secrets')((typed) => ({ ...typed, [field.key]: text }))}
      />
    )
  })
}

function keptText({ last4, writtenOn }: Hint): string {
  const day = writtenOn?.slice(0, 10) ?? ''
  const on = isCalendarDate(day) ? ` el ${formatDay(day)}` : ''
  // Of what is too short or the same for everybody no end is told.
  const end = last4 !== null && /\w/.test(last4) ? `: termina en ${last4}` : ''
  return `Guardada${end}, escrita${on}. Déjela vacía para conservarla.`
}

type InputProps = Parameters<typeof TextField>[0] & { kind: CredentialField['kind'] }

function CredentialInput({ kind, ...field }: InputProps) {
  if (kind === 'text') return <TextField {...field} autoComplete="off" />
  if (kind === 'secret') return <PasswordField {...field} autoComplete="new-password" />
  return (
    <div>
      <TextAreaField {...field} rows={5} />
      <FileButton
        accept=".pem,.key,.crt,.cer,.txt"
        onChange={(file) => {
          file?.text().then(field.onChange, () => showToast('error', 'No se ha podido leer el fichero.'))
        }}
      >
        {(props) => (
          <Button
            {...props}
            size="compact-sm"
            variant="default"
            mt={6}
            leftSection={<IconUpload size={14} aria-hidden="true" />}
          >
            Elegir fichero
          </Button>
        )}
      </FileButton>
    </div>
  )
}
