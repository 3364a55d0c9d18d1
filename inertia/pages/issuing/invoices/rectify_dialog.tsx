import { FormDialog } from '~/kit/dialog/form_dialog'
import { SelectField } from '~/kit/fields/choice_fields'
import { TextAreaField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../issuing.module.css'
import type { IssuedDocument } from './document_page'

type Props = { document: IssuedDocument; causes: { value: string; label: string }[]; onClose: () => void }

/** «Rectificar»: another invoice by differences that takes back the whole. */
export function RectifyDialog({ document, causes, onClose }: Props) {
  const form = useFormSubmission({
    initial: { cause: 'R1' as string | null, reason: '' },
    url: urlFor('issued-invoices.rectify', { id: document.id }),
    leaving: 'allow',
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Rectificar ${document.number}`}
      form={form}
      submitLabel={`Emitir rectificativa de ${moneyText({ ...document.total, minor: -document.total.minor })}`}
      isDangerous
      size="lg"
    >
      <p className={styles.quiet}>
        Se emite una factura rectificativa por diferencias, en su propia serie, por el importe total en
        negativo.
      </p>
      <SelectField label="Causa" isRequired options={causes} {...form.field('cause')} />
      <TextAreaField label="Motivo" isRequired {...form.field('reason')} />
    </FormDialog>
  )
}
