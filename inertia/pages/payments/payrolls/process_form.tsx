import { Button, Checkbox, Group } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail_page'
import { ErrorSummary } from '~/kit/error_summary'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { useFormSubmission } from '~/kit/use_form_submission'
import { urlFor } from '~/urls'
import { Notices } from '../notices'
import styles from '../orders/orders.module.css'
import type { PayrollRow } from './payroll_rows'

export type PayerAccount = { id: number; name: string; available: MoneyValue; earliest_on: string }

type Props = { payments: PayrollRow[]; accounts: PayerAccount[] }

/** Who is paid, from which account and when. Who cannot be paid yet is shown with the reason and stays out. */
export function ProcessForm({ payments, accounts }: Props) {
  const payable = payments.filter(({ hindrance }) => hindrance === null)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = payable.filter(({ id }) => !left.has(id))
  const form = useFormSubmission({
    initial: {
      debtor_account_id: accounts[0] ? String(accounts[0].id) : null,
      execution_date: '',
      confirm_duplicate: false,
    },
    url: urlFor('paypayrolls.process.store'),
    transform: ({ debtor_account_id, execution_date, confirm_duplicate }) => ({
      payroll_ids: chosen.map(({ id }) => id),
      debtor_account_id: debtor_account_id === null ? null : Number(debtor_account_id),
      execution_date: execution_date === '' ? null : execution_date,
      confirm_duplicate,
    }),
  })
  const account = accounts.find(({ id }) => String(id) === form.values.debtor_account_id)
  const total = { minor: chosen.reduce((sum, { amount }) => sum + amount.minor, 0), currency: 'EUR' }
  const isDoubtful = form.errors.confirm_duplicate !== undefined
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      <div className={styles.stack}>
        <SelectField
          label="Cuenta de origen"
          isRequired
          options={accounts.map(({ id, name, available }) => ({
            value: String(id),
            label: `${name} · disponible ${moneyText(available)}`,
          }))}
          {...form.field('debtor_account_id')}
        />
        <DayField
          label="Fecha de ejecución"
          help="Sin fecha, la de pago de cada nómina, o el primer día que admite el banco."
          {...form.field('execution_date')}
        />
      </div>
      <Facts
        facts={[
          { label: 'Pagos', value: chosen.length },
          { label: 'Total', value: <Money value={total} /> },
          {
            label: 'Disponible después',
            value: account ? (
              <Money value={{ minor: account.available.minor - total.minor, currency: 'EUR' }} isAlarming />
            ) : (
              '–'
            ),
          },
          { label: 'Primer día del banco', value: account ? <Day value={account.earliest_on} /> : '–' },
        ]}
      />
      <Section title="Pagos">
        <PlainTable
          label="Nóminas que se van a pagar"
          rows={payments}
          columns={columnsOf(left, setLeft)}
          keyOf={(row) => row.id}
          totals={{ employee: 'Total', amount: <Money value={total} /> }}
        />
      </Section>
      {isDoubtful ? (
        <CheckboxField label="Confirmo que no es un pago duplicado" {...form.field('confirm_duplicate')} />
      ) : null}
      <Group mt="md">
        <Button
          type="submit"
          loading={form.processing}
          disabled={chosen.length === 0 || !account || (isDoubtful && !form.values.confirm_duplicate)}
        >
          {`Pasar a la bolsa ${moneyText(total)}`}
        </Button>
      </Group>
    </form>
  )
}

function columnsOf(
  left: ReadonlySet<number>,
  setLeft: (left: ReadonlySet<number>) => void
): PlainColumn<PayrollRow>[] {
  return [
    {
      key: 'chosen',
      header: 'Pagar',
      cell: (row) => (
        <Checkbox
          aria-label={`Pagar a ${row.employee}`}
          checked={row.hindrance === null && !left.has(row.id)}
          disabled={row.hindrance !== null}
          onChange={(event) => {
            const next = new Set(left)
            if (event.currentTarget.checked) next.delete(row.id)
            else next.add(row.id)
            setLeft(next)
          }}
        />
      ),
    },
    { key: 'employee', header: 'Empleado', cell: (row) => row.employee },
    { key: 'concept', header: 'Concepto', cell: (row) => row.concept },
    { key: 'pay_on', header: 'Fecha de pago', cell: (row) => <Day value={row.pay_on} /> },
    { key: 'amount', header: 'Neto', numeric: true, cell: (row) => <Money value={row.amount} /> },
    {
      key: 'hindrance',
      header: 'Avisos',
      cell: (row) => <Notices texts={row.hindrance ? [row.hindrance] : []} />,
    },
  ]
}
