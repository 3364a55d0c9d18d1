import { type Option, SelectField } from '~/kit/fields/choice_fields'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'

type Props = { ids: number[]; auditors: Option[]; onClose: () => void }

/** Gives alarms to somebody, or takes them back. */
export function AssignDialog({ ids, auditors, onClose }: Props) {
  const form = useFormSubmission({
    initial: { user_id: null as string | null },
    url: urlFor('analyze.invoice.alarms.assign'),
    method: 'put',
    leaving: 'allow',
    transform: ({ user_id: userId }) => ({ ids, user_id: userId === null ? null : Number(userId) }),
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
      <SelectField
        label="Asignar a"
        help="Sin nadie, quedan sin asignar."
        options={auditors}
        {...form.field('user_id')}
      />
    </FormDialog>
  )
}
