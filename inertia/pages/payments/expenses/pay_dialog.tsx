import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AskedTick, lacksTick } from '~/kit/fields/asked_tick'
import { DayField } from '~/kit/fields/day_field'
import { ReasonField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import { paymentsText, Sums, verbWithAmount } from '../sums'
import type { NoteRow } from './expense_rows'

type Props = {
  what: 'buffer' | 'pay_now'
  notes: Pick<NoteRow, 'id' | 'number' | 'claimant' | 'approved' | 'total'>[]
  onClose: () => void
  onDone: () => void
}

const WORDS = {
  buffer: {
    title: 'Pasar a la bolsa',
    text: 'Se creará un pago por nota, a la cuenta verificada de cada persona, y quedará a la espera de aprobación.',
    url: urlFor('payexpenses.buffer'),
  },
  pay_now: {
    title: 'Pagar ahora',
    text: 'Se avisará a los aprobadores y saldrá en cuanto esté aprobado, sin esperar a la hora de corte del banco.',
    url: urlFor('payexpenses.pay-now'),
  },
}

/** Approved notes on their way into the pay buffer. */
export function PayDialog({ what, notes, onClose, onDone }: Props) {
  const { title, text, url } = WORDS[what]
  const form = useFormSubmission({
    initial: { executionDate: '', reason: '', confirmDuplicate: false, confirmPayee: false },
    url,
    leaving: 'allow',
    transform: ({ reason, executionDate, ...ticks }) => ({
      noteIds: notes.map(({ id }) => id),
      ...ticks,
      ...(what === 'buffer' ? { executionDate: executionDate || null } : { reason }),
    }),
    onSuccess: onDone,
  })
  const amounts = notes.map(({ approved, total }) => approved ?? total)
  const [only] = notes
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      form={form}
      submitLabel={verbWithAmount(title, amounts)}
      isDisabled={lacksTick(form, 'confirmDuplicate', 'confirmPayee')}
    >
      <div>{text}</div>
      <Facts
        facts={[
          notes.length === 1 && only
            ? { label: 'Beneficiario', value: `${only.claimant} (${only.number})` }
            : { label: 'Pagos', value: paymentsText(notes.length) },
          { label: 'Importe', value: <Sums amounts={amounts} /> },
        ]}
      />
      {what === 'buffer' ? (
        <DayField
          label="Fecha de ejecución"
          help="El primer día que admita el banco si la deja vacía."
          {...form.field('executionDate')}
        />
      ) : (
        <ReasonField {...form.field('reason')} />
      )}
      <AskedTick form={form} name="confirmDuplicate" label="Confirmo que no es un pago duplicado" />
      <AskedTick form={form} name="confirmPayee" label="Confirmo que es el beneficiario" />
    </FormDialog>
  )
}
