import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { FileDrop } from '~/kit/file_drop'
import { FormDialog } from '~/kit/form_dialog'
import { useFormSubmission } from '~/kit/use_form_submission'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'

type Props = { onClose: () => void }

const mimes = ['application/pdf', 'image/jpeg', 'image/png', 'image/tiff', 'text/xml', 'application/xml']
const sizeMaxBytes = 20 * 1024 * 1024
const countMax = 50

/** Several invoices at once, each read on its own as soon as it arrives. */
export function UploadDialog({ onClose }: Props) {
  const { sites } = useShared()
  const form = useFormSubmission({
    initial: { files: [] as File[], site_id: null as string | null, urgent: false },
    url: urlFor('invoices.store'),
    method: 'post',
    leaving: 'allow',
    onSuccess: onClose,
  })
  const count = form.values.files.length
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Subir facturas"
      form={form}
      size="lg"
      isDisabled={count === 0}
      submitLabel={count > 1 ? `Subir ${count} facturas` : 'Subir factura'}
    >
      <FileDrop
        label="Facturas"
        help="PDF, JPG, PNG, TIFF o XML (Facturae, UBL, CII), hasta 20 MB cada uno."
        accept={mimes}
        formatsText="PDF, JPG, PNG, TIFF o XML"
        sizeMaxBytes={sizeMaxBytes}
        countMax={countMax}
        progress={form.progress}
        errors={form.errors}
        {...form.field('files')}
      />
      <SelectField
        label="Empresa si no se reconoce"
        help="La lectura busca la empresa por su NIF; esta se usa solo cuando no aparece."
        options={sites.map((site) => ({ value: String(site.id), label: `${site.code} · ${site.name}` }))}
        {...form.field('site_id')}
      />
      <CheckboxField label="Es urgente" {...form.field('urgent')} />
    </FormDialog>
  )
}
