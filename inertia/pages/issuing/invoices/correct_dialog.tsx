import { FormDialog } from '~/kit/dialog/form_dialog'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from '../issuing.module.css'
import type { CorrectionForm, IssuedDocument } from './document_page'

type Props = { document: IssuedDocument; correction: CorrectionForm; onClose: () => void }

/** «Subsanar»: another record that repairs what the last one says; number and amounts stay as they are. */
export function CorrectDialog({ document, correction, onClose }: Props) {
  const form = useFormSubmission({
    initial: {
      recipientName: correction.recipientName,
      recipientTaxId: correction.recipientTaxId,
      description: correction.description,
      regimes: correction.regimes.map(({ value }) => value),
    },
    url: urlFor('issued-invoices.correct', { id: document.id }),
    leaving: 'allow',
    onSuccess: onClose,
  })
  const setRegime = (at: number, value: string) =>
    form.set({ regimes: form.values.regimes.map((one, index) => (index === at ? value : one)) })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Subsanar el registro de ${document.number}`}
      form={form}
      submitLabel="Registrar la subsanación"
      size="lg"
    >
      <p className={styles.quiet}>
        Corrige lo que el registro dice a la AEAT. La factura no cambia: si está mal la propia factura,
        rectifíquela.
      </p>
      {correction.recipientTaxId === '' ? null : (
        <div className={styles.pair}>
          <TextField label="Nombre del destinatario" isRequired {...form.field('recipientName')} />
          <TextField label="NIF del destinatario" isRequired {...form.field('recipientTaxId')} />
        </div>
      )}
      <TextAreaField label="Descripción de la operación" isRequired {...form.field('description')} />
      <div className={styles.pair}>
        {correction.regimes.map((regime, at) => (
          <TextField
            key={regime.label}
            label={`Clave de régimen (${regime.label})`}
            isRequired
            name={`regimes.${at}`}
            value={form.values.regimes[at] ?? ''}
            error={form.errors[`regimes.${at}`]}
            onChange={(value: string) => setRegime(at, value)}
          />
        ))}
      </div>
    </FormDialog>
  )
}
