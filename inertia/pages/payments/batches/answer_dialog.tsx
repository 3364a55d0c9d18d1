import { FormDialog } from '~/kit/dialog/form_dialog'
import { FileField } from '~/kit/fields/file_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { Batch } from './batch_page'

/** What the bank answers about the file: refused, executed, and payees that it knows by another name. */
export function AnswerDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const form = useFormSubmission({
    initial: { file: null as File | null },
    url: urlFor('payment_batches.answer', { id: batch.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Importar respuesta del banco"
      form={form}
      submitLabel="Importar"
      isDisabled={form.values.file === null}
    >
      <p>
        El fichero de estado (pain.002) de la remesa {batch.number}. Los pagos rechazados quedan fallidos, los
        ejecutados pagados, y aquellos cuyo titular no coincide esperan una decisión.
      </p>
      <FileField
        label="Fichero de respuesta"
        isRequired
        accept=".xml,application/xml,text/xml"
        {...form.field('file')}
      />
    </FormDialog>
  )
}
