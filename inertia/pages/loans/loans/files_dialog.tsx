import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { FileDrop } from '~/kit/form/file_drop'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { LoanPage } from './loan_types'

const sizeMaxBytes = 25 * 1024 * 1024
const countMax = 20

/** Papers of one kind; the contract first, which a loan needs to become active. */
export function FilesDialog({ page, onClose }: { page: LoanPage; onClose: () => void }) {
  const { loan, files, options } = page
  const form = useFormSubmission({
    initial: {
      files: [] as File[],
      kind: (files.some(({ kind }) => kind === 'Contrato') ? 'annex' : 'contract') as string | null,
    },
    url: urlFor('loans.files.store', { id: loan.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Adjuntar documentos"
      form={form}
      submitLabel="Adjuntar"
      isDisabled={form.values.files.length === 0}
    >
      <SelectField label="Tipo" isRequired options={options.fileKinds} {...form.field('kind')} />
      <FileDrop
        label="Documentos"
        isRequired
        countMax={countMax}
        sizeMaxBytes={sizeMaxBytes}
        progress={form.progress}
        errors={form.errors}
        {...form.field('files')}
      />
    </FormDialog>
  )
}
