import { type ReactNode, useState } from 'react'
import type { Option } from '~/kit/fields/choice_fields'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { ListTabsOf } from '~/kit/list/list_tabs'
import type { BulkAction, Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { Money } from '~/kit/money'
import type { MenuAction } from '~/kit/page_head'
import { showToast } from '~/layouts/flash_toasts'
import { urlFor } from '~/urls'
import { Notices } from '../notices'
import type { NoteRow } from './expense_rows'
import { PayDialog } from './pay_dialog'

const cells: Cells<NoteRow> = {
  notices: (row) => <Notices texts={row.notices} />,
}

type Asked = { what: 'buffer' | 'pay_now'; notes: NoteRow[] }

type Props = {
  tab: string
  notes: ListOf<NoteRow>
  tabs: ListTabsOf
  filters: { states: Option[]; categories: Option[]; notices: Option[] }
  isOwn: boolean
  actions: ReactNode
  menu: MenuAction[]
}

/** Notes of one tab; the approved ones go from here into the pay buffer. */
export function NoteList({ tab, notes, tabs, filters, isOwn, actions, menu }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  // A new list forgets the selection of the old one.
  const [round, setRound] = useState(0)
  const ask = (what: Asked['what']) => (rows: NoteRow[]) => setAsked({ what, notes: rows })
  const bulkActions: BulkAction<NoteRow>[] = [
    ...(tab === 'approved'
      ? [
          { label: 'Pasar a la bolsa', transition: 'pay', onSelect: ask('buffer') },
          { label: 'Pagar ahora', transition: 'pay', onSelect: ask('pay_now') },
        ]
      : []),
    { label: 'Descargar los justificantes (ZIP)', onSelect: downloadReceipts },
  ]
  return (
    <ListPage
      key={round}
      title="Nota de gastos"
      list={notes}
      cells={cells}
      storageKey="expense_notes"
      filters={filtersOf(filters, isOwn)}
      tabs={tabs}
      searchLabel="Buscar por número, solicitante o concepto"
      rowHref={(row) => urlFor('payexpenses.show', { id: row.id })}
      rowActions={rowActionsOf(ask)}
      bulkActions={bulkActions}
      nouns={{ one: 'nota', many: 'notas' }}
      amountOf={(row) => row.approved ?? row.total}
      empty={{ text: 'No hay notas de gastos.' }}
      isExportable
      actions={actions}
      menu={menu}
    >
      {asked ? (
        <PayDialog
          what={asked.what}
          notes={asked.notes}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            setRound(round + 1)
          }}
        />
      ) : null}
    </ListPage>
  )
}

const NOTES_MAX = 100

/** An attachment, so that the page stays. */
function downloadReceipts(notes: NoteRow[]): void {
  const ids = notes.filter(({ receipts }) => receipts > 0).map(({ id }) => id)
  if (ids.length === 0) showToast('warning', 'Las notas seleccionadas no tienen justificantes.')
  else if (ids.length > NOTES_MAX) showToast('warning', `Seleccione ${NOTES_MAX} notas como máximo.`)
  else window.location.assign(urlFor('payexpenses.receipts.several', null, { ids }))
}

function rowActionsOf(ask: (what: Asked['what']) => (rows: NoteRow[]) => void): RowAction<NoteRow>[] {
  return [
    {
      label: 'Revisar',
      transition: 'take_up',
      confirm: (row) => ({
        title: 'Revisar la nota',
        question: `La nota ${row.number} de ${row.claimant} quedará a su cargo.`,
        facts: [{ label: 'Importe', value: <Money value={row.total} /> }],
        submitLabel: 'Revisar',
        url: urlFor('payexpenses.review', { id: row.id }),
      }),
    },
    { label: 'Pasar a la bolsa', transition: 'pay', onSelect: (row) => ask('buffer')([row]) },
    { label: 'Pagar ahora', transition: 'pay', onSelect: (row) => ask('pay_now')([row]) },
    {
      label: 'Cancelar la nota',
      transition: 'cancel',
      isDangerous: true,
      confirm: (row) => ({
        title: 'Cancelar la nota de gastos',
        question: `La nota ${row.number} de ${row.claimant} no se pagará.`,
        facts: [{ label: 'Importe', value: <Money value={row.total} /> }],
        // The other button of the sheet is «Cancelar» too.
        submitLabel: `Sí, cancelar ${row.number}`,
        isDangerous: true,
        reason: { label: 'Motivo', isRequired: false },
        url: urlFor('payexpenses.cancel', { id: row.id }),
        method: 'delete',
      }),
    },
  ]
}

function filtersOf({ states, categories, notices }: Props['filters'], isOwn: boolean): Filter[] {
  const days: Filter[] = [
    { name: 'received', label: 'Fecha', kind: 'days' },
    { name: 'amount', label: 'Importe', kind: 'amounts' },
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
    { name: 'category', label: 'Categoría', kind: 'multi', options: categories },
  ]
  if (isOwn) return days
  return [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    ...days,
    { name: 'notice', label: 'Avisos', kind: 'multi', options: notices },
    { name: 'employee_id', label: 'Empleado', kind: 'picker', url: urlFor('payexpenses.claimants') },
  ]
}
