import { FormDialog } from '~/kit/dialog/form_dialog'
import { FileField } from '~/kit/fields/file_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

/** Profiles with their keywords from a file as this page exports it: all of them or none. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const form = useFormSubmission({
    initial: { file: null as File | null },
    url: urlFor('profile-manager.import'),
    leaving: 'allow',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Importar perfiles"
      form={form}
      submitLabel="Importar"
      isDisabled={form.values.file === null}
    >
      <div>
        Un fichero Excel, CSV o JSON como los que exporta esta página. El perfil que ya exista con el mismo
        nombre y proveedor se sustituye. Si hay un error no se importa ninguno.
      </div>
      <FileField label="Fichero" isRequired accept=".xlsx,.csv,.json" {...form.field('file')} />
    </FormDialog>
  )
}
