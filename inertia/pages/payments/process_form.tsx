import { Button, Checkbox, Group } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { AskedTick, lacksTick } from '~/kit/fields/asked_tick'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { Notices } from './notices'
import { PayerAccountField } from './payer_account_field'
import styles from './process.module.css'

export type PayerAccount = {
  id: number
  name: string
  /** The company whose account it is, where that pays for another one. */
  payer: string | null
  available: MoneyValue
  earliestOn: string
}

type Payable = { id: number; hindrance: string | null }

type Props<Row> = {
  rows: Row[]
  accounts: PayerAccount[]
  url: string
  /** The field that sends the keys of the chosen rows. */
  keysField: string
  title: string
  label: string
  dayHelp: string
  amountOf: (row: Row) => MoneyValue
  nameOf: (row: Row) => string
  columns: PlainColumn<Row>[]
  /** The columns of the table that say «Total» and how much it is. */
  totals: { text: string; amount: string }
  /** Whether it asks from the beginning that nothing is paid twice, or only once the server doubts it. */
  duplicates: 'ask' | 'ask_in_doubt'
}

/** What is paid, from which account and when. What cannot be paid yet is shown with the reason and stays out. */
export function ProcessForm<Row extends Payable>(props: Props<Row>) {
  const { rows, accounts, amountOf, totals } = props
  const { left, setLeft, chosen, form } = useProcessForm(props)
  const account = accounts.find(({ id }) => String(id) === form.values.debtorAccountId)
  const total = { minor: chosen.reduce((sum, row) => sum + amountOf(row).minor, 0), currency: 'EUR' }
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      <div className={styles.pair}>
        <PayerAccountField
          label="Cuenta de origen"
          isRequired
          accounts={accounts.map(({ id, name, payer, available }) => ({
            value: String(id),
            label: `${name} · disponible ${moneyText(available)}`,
            payer,
          }))}
          {...form.field('debtorAccountId')}
        />
        <DayField label="Fecha de ejecución" help={props.dayHelp} {...form.field('executionDate')} />
      </div>
      <ProcessFacts count={chosen.length} total={total} account={account} />
      <Section title={props.title}>
        <PlainTable
          label={props.label}
          rows={rows}
          columns={[choiceColumn(left, setLeft, props.nameOf), ...props.columns, noticeColumn<Row>()]}
          keyOf={(row) => row.id}
          totals={{ [totals.text]: 'Total', [totals.amount]: <Money value={total} /> }}
          phone="cards"
        />
      </Section>
      {props.duplicates === 'ask' ? (
        <CheckboxField label="Confirmo que no es un pago duplicado" {...form.field('confirmDuplicate')} />
      ) : (
        <AskedTick form={form} name="confirmDuplicate" label="Confirmo que no es un pago duplicado" />
      )}
      <AskedTick form={form} name="confirmPayee" label="Confirmo que es el beneficiario" />
      <Group>
        <Button
          type="submit"
          loading={form.processing}
          disabled={chosen.length === 0 || !account || lacksTick(form, 'confirmDuplicate', 'confirmPayee')}
        >
          {`Pasar a la bolsa ${moneyText(total)}`}
        </Button>
      </Group>
    </form>
  )
}

/** The rows that are paid, without those left out by hand or hindered, and the form that sends them. */
function useProcessForm<Row extends Payable>({ rows, accounts, url, keysField }: Props<Row>) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = rows.filter(({ id, hindrance }) => hindrance === null && !left.has(id))
  const form = useFormSubmission({
    initial: {
      debtorAccountId: accounts[0] ? String(accounts[0].id) : null,
      executionDate: '',
      confirmDuplicate: false,
      confirmPayee: false,
    },
    url,
    transform: ({ debtorAccountId, executionDate, ...ticks }) => ({
      [keysField]: chosen.map(({ id }) => id),
      debtorAccountId: debtorAccountId === null ? null : Number(debtorAccountId),
      executionDate: executionDate === '' ? null : executionDate,
      ...ticks,
    }),
  })
  return { left, setLeft, chosen, form }
}

type ProcessFactsProps = { count: number; total: MoneyValue; account: PayerAccount | undefined }

/** How much it comes to, and what it leaves on the account. */
function ProcessFacts({ count, total, account }: ProcessFactsProps) {
  return (
    <Facts
      facts={[
        { label: 'Pagos', value: count },
        { label: 'Total', value: <Money value={total} /> },
        {
          label: 'Disponible después',
          value: account ? (
            <Money value={{ minor: account.available.minor - total.minor, currency: 'EUR' }} isAlarming />
          ) : (
            '–'
          ),
        },
        { label: 'Primer día del banco', value: account ? <Day value={account.earliestOn} /> : '–' },
      ]}
    />
  )
}

const choiceColumn = <Row extends Payable>(
  left: ReadonlySet<number>,
  setLeft: (left: ReadonlySet<number>) => void,
  nameOf: (row: Row) => string
): PlainColumn<Row> => ({
  key: 'chosen',
  header: 'Pagar',
  cell: (row) => (
    <Checkbox
      aria-label={`Pagar ${nameOf(row)}`}
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
})

const noticeColumn = <Row extends Payable>(): PlainColumn<Row> => ({
  key: 'hindrance',
  header: 'Avisos',
  cell: (row) => <Notices texts={row.hindrance ? [row.hindrance] : []} />,
})
