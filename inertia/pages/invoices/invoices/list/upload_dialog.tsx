import { router } from '@inertiajs/react'
import { Progress } from '@mantine/core'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { FileDrop } from '~/kit/form/file_drop'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { showToast } from '~/layouts/flash_toasts'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import styles from '../document/text.module.css'
import { type UploadState, useUploads } from './use_uploads'

type Props = { onClose: () => void }

const formats = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/tiff': ['.tif', '.tiff'],
  'image/heic': ['.heic', '.heif'],
  'text/xml': ['.xml'],
  'application/xml': ['.xml'],
  'application/zip': ['.zip'],
  'message/rfc822': ['.eml'],
  'application/vnd.ms-outlook': ['.msg'],
}
const sizeMaxBytes = 20 * 1024 * 1024
const countMax = 50

/** Several invoices at once, each read on its own as soon as it arrives. */
export function UploadDialog({ onClose }: Props) {
  const { sites } = useShared()
  const uploads = useUploads()
  const form = useFormSubmission({
    initial: { files: [] as File[], siteId: null as string | null, urgent: false },
    url: urlFor('invoices.store'),
    leaving: 'allow',
  })
  const { files, ...choices } = form.values
  const waiting = files.filter((file) => uploads.states.get(file)?.kind !== 'taken')
  async function send() {
    const refused = await uploads.send(waiting, choices)
    router.reload()
    if (refused > 0) return
    const count = waiting.length
    showToast(
      'success',
      count === 1 ? 'Factura subida: se está leyendo.' : `${count} facturas subidas: se están leyendo.`
    )
    onClose()
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Subir facturas"
      form={{ ...form, processing: uploads.isSending, submit: () => void send() }}
      size="lg"
      isDisabled={waiting.length === 0}
      submitLabel={waiting.length > 1 ? `Subir ${waiting.length} facturas` : 'Subir factura'}
    >
      <FileDrop
        label="Facturas"
        help="PDF, JPG, PNG, TIFF o XML (Facturae, UBL, CII), o varias en un ZIP o un correo (EML, MSG). Hasta 20 MB cada archivo."
        accept={formats}
        formatsText="PDF, JPG, PNG, TIFF, XML, ZIP, EML o MSG"
        sizeMaxBytes={sizeMaxBytes}
        countMax={countMax}
        noteOf={(file) => <UploadNote name={file.name} state={uploads.states.get(file)} />}
        {...form.field('files')}
      />
      <SelectField
        label="Empresa si no se reconoce"
        help="La lectura busca la empresa por su NIF; esta se usa solo cuando no aparece."
        options={sites.map((site) => ({ value: String(site.id), label: `${site.code} · ${site.name}` }))}
        {...form.field('siteId')}
      />
      <CheckboxField label="Es urgente" {...form.field('urgent')} />
    </FormDialog>
  )
}

function UploadNote({ name, state }: { name: string; state: UploadState | undefined }) {
  switch (state?.kind) {
    case undefined:
      return null
    case 'sending':
      return (
        <Progress
          value={state.percent}
          size="sm"
          className={styles.sending}
          aria-label={`Enviando ${name}`}
        />
      )
    case 'taken':
      return <span className={styles.taken}>Subida como {state.reference}</span>
    case 'refused':
      return (
        <span className={styles.refused} role="alert">
          {state.message}
        </span>
      )
    default:
      return state satisfies never
  }
}
