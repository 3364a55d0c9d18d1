import { today } from '#app/kernel/time/calendar_date'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { DayField } from '~/kit/fields/day_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { Order } from './order_page'

/** How the bank answered: executed, refused, or given back afterwards. */
export type Outcome = 'settle' | 'fail' | 'return'

const wordings = {
  settle: {
    title: 'Marcar como pagado',
    question: 'El cargo está en la cuenta aunque el extracto aún no se haya importado.',
    reason: 'Justificante',
    help: 'Por ejemplo, la referencia del cargo en la banca electrónica.',
  },
  fail: {
    title: 'Marcar como fallido',
    question: 'El banco lo rechazó y no se ha movido dinero. Lo que pagaba podrá pagarse de nuevo.',
    reason: 'Comentario',
    help: undefined,
  },
  return: {
    title: 'Marcar como devuelto',
    question: 'El banco devolvió el dinero después de ejecutarlo. La deuda quedará abierta de nuevo.',
    reason: 'Comentario',
    help: undefined,
  },
} as const

type Props = { order: Order; outcome: Outcome; onClose: () => void }

/** Tells by hand what the bank did with a payment, with the proof of it. */
export function OutcomeDialog({ order, outcome, onClose }: Props) {
  const wording = wordings[outcome]
  const hasDay = outcome !== 'fail'
  const hasCode = outcome !== 'settle'
  const form = useFormSubmission({
    initial: { on: today() as string, code: '', reason: '' },
    url: urlFor(`payment_orders.${outcome}`, { id: order.id }),
    leaving: 'allow',
    transform: ({ on, code, reason }) => ({
      reason,
      ...(hasDay && on !== '' ? { on } : {}),
      ...(hasCode ? { code: code.trim().toUpperCase() } : {}),
    }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={wording.title}
      form={form}
      submitLabel={`${wording.title}: ${moneyText(order.amount)}`}
      isDangerous={hasCode}
    >
      <div>{wording.question}</div>
      <Facts
        facts={[
          { label: 'Beneficiario', value: order.creditor },
          { label: 'Importe', value: <Money value={order.amount} /> },
        ]}
      />
      {hasDay ? <DayField label="Fecha" isRequired max={today()} {...form.field('on')} /> : null}
      {hasCode ? (
        <TextField
          label="Código del banco"
          isRequired
          lengthMax={10}
          help="Por ejemplo AC04 (cuenta cancelada), AM04 (saldo insuficiente) o MS03 (sin motivo)."
          {...form.field('code')}
        />
      ) : null}
      <TextAreaField
        label={wording.reason}
        isRequired
        help={wording.help}
        lengthMax={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
