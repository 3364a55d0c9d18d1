import { FormDialog } from '~/kit/dialog/form_dialog'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

/** One priority for many profiles. */
export function PriorityDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const form = useFormSubmission({
    initial: { priority: '100' },
    url: urlFor('profile-manager.change'),
    leaving: 'allow',
    transform: ({ priority }) => ({ ids, priority: Number(priority) }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Cambiar prioridad"
      form={form}
      submitLabel="Cambiar prioridad"
    >
      <TextField
        label="Prioridad"
        isRequired
        hasFocus
        help={`De 0 a 1000, para ${ids.length} perfiles.`}
        {...form.field('priority')}
      />
    </FormDialog>
  )
}
