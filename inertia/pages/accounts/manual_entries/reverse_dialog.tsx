import { DayField } from '~/kit/fields/day_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import type { ManualEntry } from './show'

type Props = { entry: ManualEntry; onClose: () => void }

/** Anula an entry with its exact contrary on a day, and says why. */
export function ReverseDialog({ entry, onClose }: Props) {
  const form = useFormSubmission({
    initial: { reason: '', posted_on: entry.posted_on },
    url: urlFor('accounts.manual.reverse', { id: entry.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Anular el asiento"
      form={form}
      submitLabel="Anular"
      isDangerous
    >
      <p>Se registrará un asiento contrario; ninguno de los dos se borra.</p>
      <TextAreaField label="Motivo" isRequired lengthMax={250} {...form.field('reason')} />
      <DayField label="Fecha de la anulación" isRequired {...form.field('posted_on')} />
    </FormDialog>
  )
}
