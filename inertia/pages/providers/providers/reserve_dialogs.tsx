import { decimalText } from '#app/kernel/money/amount_text'
import { Facts } from '~/kit/detail/detail_page'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, type Option, SelectField } from '~/kit/fields/choice_fields'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { ReserveFund, ReserveSettings } from './reserve_page'

type Closing = { providerId: number; onClose: () => void; onDone: () => void }

/** How much is set aside each month, up to how much, and in which account. */
export function ReserveSettingsDialog({
  providerId,
  settings,
  accounts,
  onClose,
  onDone,
}: Closing & { settings: ReserveSettings; accounts: Option[] }) {
  const text = (value: ReserveSettings['target']) => (value ? decimalText(value.minor, value.currency) : '')
  const form = useFormSubmission({
    initial: {
      isEnabled: settings.bankAccountId === null || settings.isEnabled,
      target: text(settings.target),
      monthly: text(settings.monthly),
      day: settings.day === null ? '1' : String(settings.day),
      bankAccountId: settings.bankAccountId === null ? null : String(settings.bankAccountId),
    },
    method: 'put',
    url: urlFor('providers.reserve.update', { id: providerId }),
    leaving: 'allow',
    transform: ({ day, bankAccountId, ...values }) => ({
      ...values,
      day: day === '' ? null : Number(day),
      bankAccountId: bankAccountId === null ? null : Number(bankAccountId),
    }),
    onSuccess: onDone,
  })
  return (
    <FormDialog opened onClose={onClose} title="Fondo de reserva" form={form}>
      <SelectField
        label="Cuenta bancaria"
        isRequired
        options={accounts}
        help="El dinero no sale del banco: queda apartado en una cuenta virtual de esta."
        {...form.field('bankAccountId')}
      />
      <AmountField label="Objetivo" isRequired currency="EUR" {...form.field('target')} />
      <AmountField label="Aportación mensual" isRequired currency="EUR" {...form.field('monthly')} />
      <TextField
        label="Día de la aportación"
        isRequired
        help="En los meses más cortos, el último."
        {...form.field('day')}
      />
      <CheckboxField label="Aportar cada mes" {...form.field('isEnabled')} />
    </FormDialog>
  )
}

const MOVES = {
  contribution: { title: 'Aportar al fondo', submit: 'Aportar' },
  release: { title: 'Liberar del fondo', submit: 'Liberar' },
} as const

export type Move = keyof typeof MOVES

/** Money into the fund, or out of it, by hand. */
export function ReserveMoveDialog({
  providerId,
  move,
  fund,
  onClose,
  onDone,
}: Closing & { move: Move; fund: ReserveFund }) {
  const form = useFormSubmission({
    initial: { amount: '', note: '' },
    url: urlFor('providers.reserve.movements.store', { id: providerId }),
    leaving: 'allow',
    transform: (values) => ({ kind: move, ...values }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={MOVES[move].title}
      form={form}
      submitLabel={MOVES[move].submit}
    >
      <Facts
        facts={[
          { label: 'Cuenta', value: fund.account },
          { label: 'Saldo del fondo', value: <Money value={fund.balance} /> },
          move === 'contribution'
            ? { label: 'Disponible en la cuenta', value: <Money value={fund.available} /> }
            : { label: 'Libre en el fondo', value: <Money value={fund.free} /> },
        ]}
      />
      <AmountField label="Importe" isRequired currency="EUR" {...form.field('amount')} />
      <TextAreaField label="Motivo" isRequired rows={2} lengthMax={200} {...form.field('note')} />
    </FormDialog>
  )
}
