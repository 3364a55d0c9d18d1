import { Link } from '@inertiajs/react'
import { Anchor } from '@mantine/core'
import { monthText } from '#app/kernel/time/month_text'
import { Day } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import type { PlainColumn } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'

type Company = { id: number; name: string }
type Status = Parameters<typeof StatusBadge>[0]

type LoanLine = {
  id: number
  number: string
  lenderSiteId: number
  kind: string
  principal: MoneyValue | null
  outstanding: MoneyValue
  interest: MoneyValue
  rate: string
  startOn: string
  maturityOn: string | null
  status: Pick<Status, 'label' | 'tone'>
}

type MovementLine = {
  id: number
  loanId: number
  number: string
  type: string
  valueOn: string
  principal: MoneyValue
  interest: MoneyValue
}

type InterestLine = { period: string; amount: MoneyValue }

export type PairProps = {
  lender: Company
  borrower: Company
  loans: LoanLine[]
  current: MoneyValue
  net: MoneyValue
  booked: MoneyValue
  movements: MovementLine[]
  interest: InterestLine[]
  balances: { label: string; minor: number }[]
}

const linked = (id: number, number: string) => (
  <Anchor component={Link} className="num" href={urlFor('loans.edit', { id })} size="sm">
    {number}
  </Anchor>
)

export const loanColumns = ({ lender, borrower }: PairProps): PlainColumn<LoanLine>[] => [
  { key: 'number', header: 'Nº', cell: ({ id, number }) => linked(id, number) },
  {
    key: 'lender',
    header: 'Presta',
    cell: ({ lenderSiteId }) => (lenderSiteId === lender.id ? lender.name : borrower.name),
  },
  { key: 'kind', header: 'Tipo', cell: (row) => row.kind },
  { key: 'rate', header: 'Interés', numeric: true, cell: (row) => row.rate },
  { key: 'principal', header: 'Principal', numeric: true, cell: (row) => <Money value={row.principal} /> },
  {
    key: 'outstanding',
    header: 'Pendiente',
    numeric: true,
    cell: (row) => <Money value={row.outstanding} />,
  },
  { key: 'interest', header: 'Intereses', numeric: true, cell: (row) => <Money value={row.interest} /> },
  { key: 'maturity', header: 'Vencimiento', cell: (row) => <Day value={row.maturityOn} /> },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
]

export const movementColumns: PlainColumn<MovementLine>[] = [
  { key: 'valueOn', header: 'Fecha valor', cell: (row) => <Day value={row.valueOn} /> },
  { key: 'loan', header: 'Préstamo', cell: ({ loanId, number }) => linked(loanId, number) },
  { key: 'type', header: 'Movimiento', cell: (row) => row.type },
  {
    key: 'principal',
    header: 'Capital',
    numeric: true,
    cell: (row) => <Money value={row.principal} look="signed" />,
  },
  {
    key: 'interest',
    header: 'Intereses',
    numeric: true,
    cell: (row) => <Money value={row.interest} look="signed" />,
  },
]

export const interestColumns: PlainColumn<InterestLine>[] = [
  { key: 'period', header: 'Mes', cell: (row) => monthText(row.period) },
  { key: 'amount', header: 'Intereses', numeric: true, cell: (row) => <Money value={row.amount} /> },
]
