import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf } from '~/kit/list/list_types'
import type { MoneyValue } from '~/kit/money'
import { urlFor, withQuery } from '~/urls'
import { bookFilters } from '../book_filters'
import { useOtherBookPages } from '../book_pages'

type BalanceRow = {
  id: string
  code: string
  name: string
  site: string | null
  accountId: number | null
  opening: MoneyValue
  debit: MoneyValue
  credit: MoneyValue
  closing: MoneyValue
}

type Props = {
  balance: ListOf<BalanceRow>
  period: { from: string; to: string }
  closing: 'before' | 'after'
}

const levels = [
  { value: '1', label: '1 cifra (grupos)' },
  { value: '2', label: '2 cifras (subgrupos)' },
  { value: '3', label: '3 cifras' },
  { value: '4', label: '4 cifras' },
  { value: 'full', label: 'Todas las cifras' },
]

const filters: Filter[] = [
  ...bookFilters,
  { name: 'level', label: 'Nivel', kind: 'select', options: levels },
  { name: 'code', label: 'Empieza por', kind: 'text' },
  {
    name: 'closing',
    label: 'Cierre del ejercicio',
    kind: 'select',
    options: [
      { value: 'before', label: 'Antes de regularización y cierre' },
      { value: 'after', label: 'Después de regularización y cierre' },
    ],
  },
]

export default function TrialBalanceIndex({ balance, period, closing }: Props) {
  return (
    <ListPage
      title="Sumas y saldos"
      subtitle={
        <>
          Del <Day value={period.from} /> al <Day value={period.to} />
          {closing === 'after'
            ? ' · después de regularización y cierre'
            : ' · antes de regularización y cierre'}
        </>
      }
      back={urlFor('accounts')}
      list={balance}
      storageKey="trial_balance"
      filters={filters}
      searchLabel="Buscar por cuenta o nombre"
      rowHref={(row) => hrefOf(row, period)}
      isExportable
      isPrintable
      empty={{ text: 'No hay apuntes en el período.' }}
      menu={useOtherBookPages('Sumas y saldos')}
    />
  )
}

/** A row leads to the accounts it adds up, an account to its mayor, with the same days. */
function hrefOf(row: BalanceRow, { from, to }: Props['period']): string {
  const days = { posted_from: from, posted_to: to }
  // What years without a close left is on no account: they are closed among the periods.
  if (row.id.startsWith('unclosed:')) return urlFor('accounts.periods')
  if (row.accountId !== null) return withQuery(urlFor('accounts.ledger', { account: row.accountId }), days)
  const query = new URLSearchParams(globalThis.location?.search ?? '')
  const sites = query.getAll('site_ids[]')
  const base = withQuery(urlFor('accounts.trial-balance'), {
    ...days,
    closing: query.get('closing'),
    level: row.code.length < 4 ? String(row.code.length + 1) : 'full',
    code: row.code,
  })
  return sites.reduce((url, site) => `${url}&site_ids[]=${site}`, base)
}
