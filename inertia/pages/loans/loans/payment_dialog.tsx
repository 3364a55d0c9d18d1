import { useDebouncedValue } from '@mantine/hooks'
import { today } from '#app/kernel/time/calendar_date'
import { Day } from '~/kit/day'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, RadioField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import { isProblem, type LoanPage, type Problem } from './loan_types'

type Props = { page: LoanPage; onClose: () => void }

type Line = {
  seq: number
  dueOn: string | null
  principal: MoneyValue
  interest: MoneyValue
  fee: MoneyValue
  withholding: MoneyValue
}
type Preview = { cash: MoneyValue; payable: MoneyValue; free: MoneyValue; lines: Line[] }

const WAIT_MS = 300
const splits = [
  { value: 'auto', label: 'Automático' },
  { value: 'manual', label: 'Manual' },
]

const columns: PlainColumn<Line>[] = [
  { key: 'seq', header: 'Cuota', cell: (row) => row.seq },
  { key: 'dueOn', header: 'Vencimiento', cell: (row) => <Day value={row.dueOn} /> },
  { key: 'interest', header: 'Intereses', numeric: true, cell: (row) => <Money value={row.interest} /> },
  { key: 'fee', header: 'Comisión', numeric: true, cell: (row) => <Money value={row.fee} /> },
  { key: 'principal', header: 'Capital', numeric: true, cell: (row) => <Money value={row.principal} /> },
  {
    key: 'withholding',
    header: 'Retención',
    numeric: true,
    cell: (row) => <Money value={row.withholding} />,
  },
]

/** A payment by the borrower: an order, or one that the bank has charged already. */
export function PaymentDialog({ page, onClose }: Props) {
  const { loan, figures, options } = page
  const form = usePayment(page, onClose)
  const { split, isPaid } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nuevo pago"
      form={form}
      submitLabel={isPaid ? 'Registrar pago' : 'Crear orden de pago'}
      size="lg"
    >
      <p className={styles.quiet}>Se pueden pagar hasta {moneyText(figures.payable)}.</p>
      <div className={styles.pair}>
        <DayField label="Fecha" isRequired {...form.field('payOn')} />
        <SelectField
          label="Desde la cuenta"
          isRequired={!isPaid}
          isDisabled={isPaid}
          options={options.accounts.borrower}
          {...form.field('accountId')}
        />
      </div>
      <RadioField label="Reparto" options={splits} {...form.field('split')} />
      {split === 'auto' ? (
        <AmountField
          label="Importe"
          isRequired
          currency={loan.currency}
          help="Primero los intereses vencidos, luego los demás intereses, las comisiones y el capital, de la cuota más antigua a la más nueva."
          {...form.field('amount')}
        />
      ) : (
        <div className={styles.pair}>
          <AmountField label="Capital" currency={loan.currency} {...form.field('principal')} />
          <AmountField label="Intereses" currency={loan.currency} {...form.field('interest')} />
          <AmountField label="Comisión" currency={loan.currency} {...form.field('fee')} />
        </div>
      )}
      <SplitPreview page={page} values={form.values} />
      <CheckboxField
        label="Pago ya realizado"
        help="No se crea una orden: se concilia con el cargo del banco."
        {...form.field('isPaid')}
      />
      {isPaid ? (
        <PickerField
          label="Movimiento del banco"
          isRequired
          url={urlFor('loans.payments.movements', { id: loan.id })}
          {...form.field('statementLineId')}
        />
      ) : null}
    </FormDialog>
  )
}

type Values = {
  payOn: string
  split: string
  amount: string
  principal: string
  interest: string
  fee: string
  accountId: string | null
  isPaid: boolean
  statementLineId: PickerOption | null
}

function usePayment({ loan, values }: LoanPage, onSuccess: () => void) {
  return useFormSubmission<Values>({
    initial: {
      payOn: today(),
      split: 'auto',
      amount: '',
      principal: '',
      interest: '',
      fee: '',
      accountId: values.borrowerAccountId,
      isPaid: false,
      statementLineId: null,
    },
    url: urlFor('loans.payments.store', { id: loan.id }),
    leaving: 'allow',
    transform: ({ isPaid, accountId, statementLineId, ...typed }) => ({
      ...sentSplit(typed),
      accountId: isPaid || !accountId ? null : Number(accountId),
      statementLineId: isPaid && statementLineId ? Number(statementLineId.value) : null,
      isPaid,
    }),
    onSuccess,
  })
}

type Typed = Pick<Values, 'payOn' | 'split' | 'amount' | 'principal' | 'interest' | 'fee'>

function sentSplit({ payOn, split, amount, principal, interest, fee }: Typed) {
  const orNought = (text: string) => (text === '' ? '0' : text)
  return split === 'auto'
    ? { payOn, split, amount: amount === '' ? null : amount }
    : { payOn, split, principal: orNought(principal), interest: orNought(interest), fee: orNought(fee) }
}

/** Which instalments it pays, while it is typed. */
function SplitPreview({ page, values }: { page: LoanPage; values: Values }) {
  const [body] = useDebouncedValue(JSON.stringify(sentSplit(values)), WAIT_MS)
  const isTold =
    values.split === 'auto' ? values.amount !== '' : values.principal + values.interest + values.fee !== ''
  const { answer } = useAnswer<Preview | Problem>(
    isTold && values.payOn !== ''
      ? {
          method: 'POST',
          url: urlFor('loans.payments.preview', { id: page.loan.id }),
          body: JSON.parse(body),
        }
      : null
  )
  if (!answer) return null
  if (isProblem(answer)) return <p className={styles.problem}>{answer.problem}</p>
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        Sale de la cuenta: {moneyText(answer.cash)}
        {answer.free.minor > 0 ? `, de los que ${moneyText(answer.free)} reducen el saldo dispuesto` : ''}.
      </p>
      {answer.lines.length > 0 ? (
        <div className={styles.preview}>
          <PlainTable
            label="Reparto"
            rows={answer.lines}
            columns={columns}
            keyOf={(row) => `${row.seq}-${row.dueOn}`}
          />
        </div>
      ) : null}
    </div>
  )
}
