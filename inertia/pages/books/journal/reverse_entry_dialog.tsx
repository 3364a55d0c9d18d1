import { FormDialog } from '~/kit/dialog/form_dialog'
import { DayField } from '~/kit/fields/day_field'
import { ReasonField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'

type Props = { url: string; postedOn: string; onClose: () => void }

/** Anula an entry with its exact contrary on a day, and says why. */
export function ReverseEntryDialog({ url, postedOn, onClose }: Props) {
  const form = useFormSubmission({
    initial: { reason: '', postedOn },
    url,
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
      <ReasonField lengthMax={250} {...form.field('reason')} />
      <DayField label="Fecha de la anulación" isRequired {...form.field('postedOn')} />
    </FormDialog>
  )
}
