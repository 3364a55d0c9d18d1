import { useEffect, useState } from 'react'
import { Day } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'

type Account = {
  id: number
  name: string
  iban: string
  payments: number
  total: MoneyValue
  available: MoneyValue
  after: MoneyValue
  earliest_on: string
  cut_off: string
  can_pay: boolean
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
  { key: 'earliest', header: 'Primer día', cell: (row) => <Day value={row.earliest_on} /> },
]

/** What each account charged by these payments has left afterwards, as the server reckons it now. */
export function AccountsAfter({ orderIds }: { orderIds: number[] }) {
  const [accounts, setAccounts] = useState<Account[] | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const keys = orderIds.join(',')
  useEffect(() => {
    let isOld = false
    callServer('POST', urlFor('paysuppliers.preview'), { order_ids: keys.split(',').map(Number) })
      .then((answer) => answer.json() as Promise<{ data: Account[] }>)
      .then(
        ({ data }) => isOld || setAccounts(data),
        () => isOld || setHasFailed(true)
      )
    return () => {
      isOld = true
    }
  }, [keys])
  if (hasFailed) return <div role="alert">No se ha podido calcular el saldo de las cuentas.</div>
  return (
    <PlainTable
      label="Saldo de las cuentas"
      rows={accounts ?? []}
      columns={columns}
      keyOf={(row) => row.id}
      empty={accounts === null ? 'Calculando…' : 'Ninguna cuenta.'}
    />
  )
}
