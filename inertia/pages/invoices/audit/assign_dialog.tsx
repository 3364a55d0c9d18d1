import { FormDialog } from '~/kit/dialog/form_dialog'
import { PickerField } from '~/kit/fields/picker_field'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

type Props = { ids: number[]; onClose: () => void }

/** Gives alarms to somebody, or takes them back. */
export function AssignDialog({ ids, onClose }: Props) {
  const form = useFormSubmission({
    initial: { userId: null as PickerOption | null },
    url: urlFor('analyze.invoice.alarms.assign'),
    method: 'put',
    leaving: 'allow',
    transform: ({ userId: person }) => ({ ids, userId: person === null ? null : Number(person.value) }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={ids.length === 1 ? 'Asignar la alarma' : `Asignar ${ids.length} alarmas`}
      form={form}
      submitLabel="Asignar"
    >
      <PickerField
        label="Asignar a"
        help="Sin nadie, quedan sin asignar."
        url={urlFor('analyze.invoice.auditors')}
        {...form.field('userId')}
      />
    </FormDialog>
  )
}
