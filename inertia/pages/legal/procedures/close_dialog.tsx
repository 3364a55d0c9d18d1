import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { Procedure } from './procedure_types'

/** The end of a procedure: its outcome, and how much of the provision the loss has taken. */
export function CloseDialog({ procedure, onClose }: { procedure: Procedure; onClose: () => void }) {
  const isProvided = procedure.provision.minor > 0
  const form = useFormSubmission({
    initial: { outcome: '', usedAmount: isProvided ? '0' : '' },
    url: urlFor('legal_procedure.close', { id: procedure.id }),
    leaving: 'allow',
    transform: ({ outcome, usedAmount }) => ({
      outcome,
      usedAmount: usedAmount === '' ? null : usedAmount,
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Cerrar el procedimiento"
      form={form}
      submitLabel="Cerrar procedimiento"
    >
      <TextAreaField
        label="Resultado"
        isRequired
        help="Cómo ha terminado: sentencia, acuerdo, desistimiento, licencia concedida…"
        {...form.field('outcome')}
      />
      {isProvided ? (
        <AmountField
          label="Provisión aplicada"
          currency="EUR"
          help={`De los ${moneyText(procedure.provision)} provisionados, lo que se ha perdido. El resto se libera (7952).`}
          {...form.field('usedAmount')}
        />
      ) : null}
    </FormDialog>
  )
}
