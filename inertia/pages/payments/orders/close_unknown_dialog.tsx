import { today } from '#app/kernel/time/calendar_date'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { RadioField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { FileField } from '~/kit/fields/file_field'
import { TextAreaField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { Order } from './order_page'

type Props = { order: Order; onClose: () => void }

const answers = [
  { value: 'yes', label: 'Confirmado en el banco: ejecutado' },
  { value: 'no', label: 'Confirmado en el banco: no ejecutado' },
]

/** Says, with a document of the bank, what became of a payment of which nobody knows. */
export function CloseUnknownDialog({ order, onClose }: Props) {
  const form = useFormSubmission({
    initial: { isExecuted: 'yes', on: today() as string, reason: '', file: null as File | null },
    url: urlFor('payment_orders.close_unknown', { id: order.id }),
    leaving: 'allow',
    transform: ({ isExecuted, on, reason, file }) => ({
      isExecuted: isExecuted === 'yes',
      reason,
      file,
      ...(isExecuted === 'yes' && on !== '' ? { on } : {}),
    }),
    onSuccess: onClose,
  })
  const isExecuted = form.values.isExecuted === 'yes'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Cerrar con justificante"
      form={form}
      submitLabel={`${isExecuted ? 'Cerrar como ejecutado' : 'Cerrar como no ejecutado'}: ${moneyText(order.amount)}`}
      isDangerous
    >
      <Facts
        facts={[
          { label: 'Beneficiario', value: order.creditor },
          { label: 'Importe', value: <Money value={order.amount} /> },
          { label: 'Identificador', value: <span className="num">{order.endToEndId}</span> },
        ]}
      />
      <RadioField
        label="Qué dice el banco"
        isRequired
        options={answers}
        help={isExecuted ? undefined : 'El documento podrá pagarse de nuevo.'}
        {...form.field('isExecuted')}
      />
      {isExecuted ? (
        <DayField label="Fecha del cargo" isRequired max={today()} {...form.field('on')} />
      ) : null}
      <TextAreaField
        label="Justificante"
        isRequired
        help="Quién lo confirmó en el banco, cómo y cuándo."
        lengthMin={10}
        lengthMax={500}
        {...form.field('reason')}
      />
      <FileField
        label="Documento del banco"
        isRequired
        accept=".pdf,.png,.jpg,.jpeg"
        help="PDF o imagen, hasta 20 MB."
        {...form.field('file')}
      />
    </FormDialog>
  )
}
