import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { FileDrop } from '~/kit/form/file_drop'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { sizeMaxBytes } from './file_limits'
import type { ProcedureFile, ProcedurePage } from './procedure_types'

type Props = { page: ProcedurePage; replaced: ProcedureFile | null; onClose: () => void }

/** Several files of one kind and phase, or the next version of one that is there. */
export function FilesDialog({ page, replaced, onClose }: Props) {
  const { procedure, phases, options } = page
  const active = phases.find(({ state }) => state === 'active')
  const form = useFormSubmission({
    initial: {
      files: [] as File[],
      kind: 'writ' as string | null,
      phaseId: (active ? String(active.id) : null) as string | null,
      confidential: false,
    },
    url: urlFor('legal_procedure.files.store', { id: procedure.id }),
    leaving: 'allow',
    transform: (values) => ({ ...values, replacesId: replaced?.id ?? null }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={replaced ? `Nueva versión de ${replaced.name}` : 'Adjuntar archivos'}
      form={form}
      submitLabel="Adjuntar"
      isDisabled={form.values.files.length === 0}
    >
      {replaced ? null : (
        <>
          <SelectField label="Tipo" isRequired options={options.fileKinds} {...form.field('kind')} />
          <SelectField
            label="Fase"
            options={phases.map(({ id, name, position }) => ({
              value: String(id),
              label: `${position}. ${name}`,
            }))}
            {...form.field('phaseId')}
          />
          <CheckboxField
            label="Reservado: solo para sistema, aprobadores y el responsable"
            {...form.field('confidential')}
          />
        </>
      )}
      <FileDrop
        label={replaced ? 'Archivo' : 'Archivos'}
        isRequired
        countMax={replaced ? 1 : 20}
        sizeMaxBytes={sizeMaxBytes}
        progress={form.progress}
        errors={form.errors}
        {...form.field('files')}
      />
    </FormDialog>
  )
}
