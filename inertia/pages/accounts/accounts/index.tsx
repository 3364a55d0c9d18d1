import { Button } from '@mantine/core'
import { useState } from 'react'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf, RowAction } from '~/kit/list/list_types'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import { useOtherBookPages } from '../../books/book_pages'
import { type AccountRow, accountCells, accountFilters } from './account_cells'
import type { Option } from './account_props'
import { CompanyCards, type CompanySum } from './company_cards'
import { CreateAccountDialog } from './create_dialog'
import { type Equivalent, RatesNote } from './rates_note'

type Props = {
  accounts: ListOf<AccountRow>
  equivalent: Equivalent | null
  companies: CompanySum[]
  canCreate: boolean
  canSeeBalances: boolean
  kinds: Option[]
  providers: Option[]
  currencies: Option[]
}

const rowActions: RowAction<AccountRow>[] = [
  { label: 'Abrir', transition: 'open', href: (row) => urlFor('accounts.edit', { id: row.id }) },
  {
    label: 'Conciliar',
    transition: 'reconcile',
    href: (row) => urlFor('accounts.reconcile', { id: row.id }),
  },
  {
    label: 'Importar extracto',
    transition: 'import',
    href: (row) => urlFor('accounts.statements.create', { id: row.id }),
  },
]

export default function AccountsIndex({
  accounts,
  equivalent,
  companies,
  canCreate,
  canSeeBalances,
  kinds,
  providers,
  currencies,
}: Props) {
  const bookPages = useOtherBookPages('Cuentas principales')
  const [isCreating, setIsCreating] = useState(false)
  const create = canCreate ? <Button onClick={() => setIsCreating(true)}>Crear cuenta</Button> : null
  return (
    <ListPage
      title="Cuentas principales"
      list={accounts}
      cells={canSeeBalances ? accountCells : {}}
      storageKey={canSeeBalances ? 'accounts' : 'accounts_names'}
      filters={accountFilters({ kinds, providers, currencies }, canSeeBalances)}
      searchLabel={canSeeBalances ? 'Buscar por cuenta, empresa o IBAN' : 'Buscar por cuenta o empresa'}
      figures={equivalent ? figuresOf(accounts, equivalent) : []}
      notice={
        equivalent ? (
          <>
            <RatesNote equivalent={equivalent} />
            <CompanyCards companies={companies} />
          </>
        ) : null
      }
      rowHref={canSeeBalances ? (row) => urlFor('accounts.edit', { id: row.id }) : undefined}
      rowActions={canSeeBalances ? rowActions : []}
      empty={
        accounts.total === 0 && canCreate
          ? { text: 'No hay cuentas. Cree la primera cuenta de una empresa.', action: create }
          : undefined
      }
      isExportable
      isPrintable
      actions={create}
      menu={canSeeBalances ? bookPages : []}
    >
      {isCreating ? (
        <CreateAccountDialog
          kinds={kinds}
          providers={providers}
          currencies={currencies}
          onClose={() => setIsCreating(false)}
        />
      ) : null}
    </ListPage>
  )
}

/** What there is, in euros; by currency beside it where there is more than one. */
function figuresOf({ totals }: ListOf<AccountRow>, { balance, available }: Equivalent) {
  const isMixed = (totals?.balance ?? []).some(({ currency }) => currency !== 'EUR')
  const inAll = (name: string) => {
    const amounts = (totals?.[name] ?? []).filter(({ minor }) => minor !== 0)
    return amounts.map(moneyText).join(' · ') || '0,00 €'
  }
  const hint = isMixed ? 'equivalente en euros' : undefined
  return [
    { label: 'Saldo contable', value: <Money value={balance} isAlarming />, hint },
    { label: 'Disponible', value: <Money value={available} isAlarming />, hint },
    ...(isMixed ? [{ label: 'Por divisa', value: inAll('balance') }] : []),
    { label: 'En tránsito', value: inAll('inTransit') },
  ]
}
