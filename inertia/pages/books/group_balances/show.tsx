import { Link } from '@inertiajs/react'
import { countText } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'

type LineRow = {
  id: number
  entryId: number
  entryNo: number
  document: { label: string; href: string } | null
}
type Company = { id: number; name: string; code: string }
type Props = {
  own: Company
  partner: Company
  seesBoth: boolean
  lines: ListOf<LineRow>
  kinds: { value: string; label: string }[]
}

const cells: Cells<LineRow> = {
  entryNo: (row) => (
    <Link href={urlFor('accounts.journal.show', { entry: row.entryId })}>{countText(row.entryNo)}</Link>
  ),
  document: (row) => (row.document ? <Link href={row.document.href}>{row.document.label}</Link> : '–'),
}

/** The lines that two companies have with each other, of both books. */
export default function GroupBalanceShow({ own, partner, seesBoth, lines, kinds }: Props) {
  return (
    <ListPage
      title={`${own.name} con ${partner.name}`}
      subtitle={seesBoth ? 'Los apuntes de los dos libros' : 'Los apuntes de los libros que usted lleva'}
      back={urlFor('accounts.group-balances')}
      list={lines}
      cells={cells}
      storageKey="group_balance_lines"
      filters={[
        { name: 'kind', label: 'Saldo', kind: 'multi', options: kinds },
        { name: 'posted', label: 'Fecha', kind: 'days' },
      ]}
      searchLabel="Buscar por concepto"
      rowHref={(row) => urlFor('accounts.journal.show', { entry: row.entryId })}
      isExportable
      empty={{ text: 'No hay apuntes con estos filtros.' }}
    />
  )
}
