import { Day } from '~/kit/day'
import { useAnswer } from '~/kit/form/use_answer'
import { LoadFailure } from '~/kit/load_failure'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'

type Account = {
  id: number
  name: string
  iban: string
  payments: number
  total: MoneyValue
  available: MoneyValue
  after: MoneyValue
  earliestOn: string
  cutOff: string
  canPay: boolean
}

const columns: PlainColumn<Account>[] = [
  {
    key: 'account',
    header: 'Cuenta de cargo',
    cell: (row) => (
      <>
        {row.name} <span className="num">{row.iban}</span>
      </>
    ),
  },
  { key: 'total', header: 'A pagar', numeric: true, cell: (row) => <Money value={row.total} /> },
  {
    key: 'after',
    header: 'Disponible después',
    numeric: true,
    cell: (row) => <Money value={row.after} isAlarming />,
  },
  { key: 'earliest', header: 'Primer día', cell: (row) => <Day value={row.earliestOn} /> },
]

/** What each account charged by these payments has left afterwards, as the server reckons it now. */
export function AccountsAfter({ orderIds }: { orderIds: number[] }) {
  const { answer, ...loading } = useAnswer<{ data: Account[] }>({
    method: 'POST',
    url: urlFor('paysuppliers.preview'),
    body: { orderIds },
  })
  if (loading.hasFailed)
    return <LoadFailure text="No se ha podido calcular el saldo de las cuentas." {...loading} />
  return (
    <PlainTable
      label="Saldo de las cuentas"
      rows={answer?.data ?? []}
      columns={columns}
      keyOf={(row) => row.id}
      empty={answer === null ? 'Calculando…' : 'Ninguna cuenta.'}
    />
  )
}
