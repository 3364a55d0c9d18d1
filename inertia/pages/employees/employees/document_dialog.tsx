import { FileDialog } from '~/kit/dialog/file_dialog'
import { urlFor } from '~/urls'
import type { Choice } from './employee_row'

type Props = { employeeId: number; kinds: Choice[]; onClose: () => void }

const accepted = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']

/** A paper of an employee: PDF or picture. */
export function DocumentDialog({ employeeId, kinds, onClose }: Props) {
  return (
    <FileDialog
      title="Subir documento"
      submitLabel="Subir documento"
      url={urlFor('employees.documents.store', { id: employeeId })}
      kinds={kinds}
      accept={accepted}
      formatsText="PDF, JPG, PNG o WebP"
      onClose={onClose}
    />
  )
}
