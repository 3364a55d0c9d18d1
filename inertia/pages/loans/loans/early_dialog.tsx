import { useDebouncedValue } from '@mantine/hooks'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField, RadioField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useAnswer } from '~/kit/form/use_answer'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { type MoneyValue, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import { isProblem, type LoanPage, type Problem } from './loan_types'
import { type PreviewRow, PreviewTable } from './schedule_preview'

type Preview = {
  interest: MoneyValue
  withholding: MoneyValue
  penalty: MoneyValue
  cash: MoneyValue
  rows: PreviewRow[]
}

const WAIT_MS = 300

/** Principal before its day: the instalment or the time shrinks, as chosen. */
export function EarlyDialog({ page, onClose }: { page: LoanPage; onClose: () => void }) {
  const { loan, figures, options } = page
  const form = useEarly(page, onClose)
  const { isPaid } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Amortizar anticipadamente"
      form={form}
      submitLabel={isPaid ? 'Registrar amortización' : 'Crear orden de pago'}
      size="lg"
    >
      <p className={styles.quiet}>Capital pendiente: {moneyText(figures.outstanding)}.</p>
      <div className={styles.pair}>
        <DayField label="Fecha" isRequired {...form.field('on')} />
        <AmountField
          label="Capital que se amortiza"
          isRequired
          currency={loan.currency}
          {...form.field('amount')}
        />
      </div>
      <RadioField label="Efecto" options={options.earlyOptions} {...form.field('option')} />
      <div className={styles.pair}>
        <TextField
          label="Penalización (%)"
          help="Sobre el capital que se amortiza."
          {...form.field('penaltyRate')}
        />
        <SelectField
          label="Desde la cuenta"
          isRequired={!isPaid}
          isDisabled={isPaid}
          options={options.accounts.borrower}
          {...form.field('accountId')}
        />
      </div>
      <EarlyPreview page={page} values={form.values} />
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
  on: string
  amount: string
  option: string
  penaltyRate: string
  accountId: string | null
  isPaid: boolean
  statementLineId: PickerOption | null
}

function useEarly({ loan, values, options }: LoanPage, onSuccess: () => void) {
  return useFormSubmission<Values>({
    initial: {
      on: today(),
      amount: '',
      option: options.earlyOptions[0]?.value ?? '',
      penaltyRate: '',
      accountId: values.borrowerAccountId,
      isPaid: false,
      statementLineId: null,
    },
    url: urlFor('loans.early.store', { id: loan.id }),
    leaving: 'allow',
    transform: ({ isPaid, accountId, statementLineId, ...typed }) => ({
      ...sentEarly(typed),
      accountId: isPaid || !accountId ? null : Number(accountId),
      statementLineId: isPaid && statementLineId ? Number(statementLineId.value) : null,
      isPaid,
    }),
    onSuccess,
  })
}

type Typed = Pick<Values, 'on' | 'amount' | 'option' | 'penaltyRate'>

const sentEarly = ({ on, amount, option, penaltyRate }: Typed) => ({
  on,
  amount,
  option,
  penaltyRate: penaltyRate.trim() === '' ? null : penaltyRate,
})

/** What it comes to and the instalments that it leaves, while it is typed. */
function EarlyPreview({ page, values }: { page: LoanPage; values: Values }) {
  const [body] = useDebouncedValue(JSON.stringify(sentEarly(values)), WAIT_MS)
  const { answer } = useAnswer<Preview | Problem>(
    values.amount !== '' && values.on !== ''
      ? { method: 'POST', url: urlFor('loans.early.preview', { id: page.loan.id }), body: JSON.parse(body) }
      : null
  )
  if (!answer) return null
  if (isProblem(answer)) return <p className={styles.problem}>{answer.problem}</p>
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        Sale de la cuenta: {moneyText(answer.cash)}, con {moneyText(answer.interest)} de intereses
        {answer.penalty.minor > 0 ? `, ${moneyText(answer.penalty)} de penalización` : ''}
        {answer.withholding.minor > 0 ? ` y ${moneyText(answer.withholding)} de retención` : ''}.
        {leftText(answer.rows.length)}
      </p>
      {answer.rows.length > 0 ? <PreviewTable rows={answer.rows} label="Cuotas que quedan" /> : null}
    </div>
  )
}

function leftText(count: number): string {
  if (count === 0) return ' No quedan cuotas.'
  return ` ${count === 1 ? 'Queda' : 'Quedan'} ${counted(count, 'cuota', 'cuotas')}.`
}
