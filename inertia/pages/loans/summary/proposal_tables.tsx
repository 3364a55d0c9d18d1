import { Section } from '~/kit/detail/detail_page'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import styles from '../loans.module.css'

type Debt = { loan: string; debtor: string; creditor: string; principal: MoneyValue; interest: MoneyValue }
type Transfer = { from: string; to: string; amount: MoneyValue }

export type Proposal = {
  fingerprint: string
  leftOut: { number: string; reason: string }[]
  total: MoneyValue
  debts: Debt[]
  transfers: Transfer[]
}

const debts: PlainColumn<Debt>[] = [
  { key: 'loan', header: 'Deuda', cell: (row) => <span className="num">{row.loan}</span> },
  { key: 'debtor', header: 'Debe', cell: (row) => row.debtor },
  { key: 'creditor', header: 'A', cell: (row) => row.creditor },
  { key: 'principal', header: 'Capital', numeric: true, cell: (row) => <Money value={row.principal} /> },
  { key: 'interest', header: 'Intereses', numeric: true, cell: (row) => <Money value={row.interest} /> },
]

const transfers: PlainColumn<Transfer>[] = [
  { key: 'from', header: 'Paga o queda debiendo', cell: (row) => row.from },
  { key: 'to', header: 'A', cell: (row) => row.to },
  { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
]

/** Which debts are cancelled and what is left of them. */
export function ProposalTables({ proposal }: { proposal: Proposal }) {
  const { leftOut } = proposal
  return (
    <>
      <Section title="Deudas que se cancelan">
        <PlainTable
          label="Deudas que se cancelan"
          rows={proposal.debts}
          columns={debts}
          keyOf={(row) => `${row.loan}-${row.debtor}-${row.creditor}`}
          phone="cards"
        />
      </Section>
      {proposal.transfers.length > 0 ? (
        <Section title="Saldos que quedan">
          <PlainTable
            label="Saldos que quedan"
            rows={proposal.transfers}
            columns={transfers}
            keyOf={(row) => `${row.from}-${row.to}`}
            phone="cards"
          />
        </Section>
      ) : null}
      {leftOut.length > 0 ? (
        <p className={styles.quiet}>
          No entran: {leftOut.map(({ number, reason }) => `${number} (${reason})`).join('; ')}.
        </p>
      ) : null}
    </>
  )
}
