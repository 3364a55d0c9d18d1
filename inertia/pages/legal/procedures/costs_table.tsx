import { Link } from '@inertiajs/react'
import { Anchor, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { ActionMenu, type MenuAction } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../legal.module.css'
import { approveCost, cancelCost, payCost, unlinkInvoice } from './confirmations'
import { CostDialog } from './cost_dialog'
import { LinkInvoiceDialog } from './link_invoice_dialog'
import { OffsetDialog } from './offset_dialog'
import { OffsetsTable } from './offsets_table'
import type { Cost, ProcedurePage } from './procedure_types'

type Asked = { what: 'edit' | 'offset' | 'link'; cost: Cost }

/** What the phases cost: planned, approved, and paid by order, with an invoice or by hand. */
export function CostsTable({ page }: { page: ProcedurePage }) {
  const { procedure, costs, offsets, actions, totals } = page
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const canAdd = actions.includes('add') && page.phases.length > 0
  return (
    <div className={styles.stack}>
      <PlainTable
        label="Costes"
        rows={costs}
        columns={columnsOf((cost) => (
          <ActionMenu
            label={`Acciones de ${cost.description}`}
            size={26}
            actions={costActs(procedure.id, cost, {
              ask: (what) => setAsked({ what, cost }),
              confirm: setConfirmation,
            })}
          />
        ))}
        keyOf={(cost) => cost.id}
        totals={{ description: 'Total pagado', total: null, paid: <Money value={totals.paid} /> }}
        empty="No hay costes."
        phone="cards"
      />
      {canAdd ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
            Añadir coste
          </Button>
        </div>
      ) : null}
      {offsets.length > 0 ? (
        <Section title="Pagos manuales">
          <OffsetsTable procedureId={procedure.id} offsets={offsets} onAsk={setConfirmation} />
        </Section>
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      {isAdding ? <CostDialog page={page} cost={null} onClose={() => setIsAdding(false)} /> : null}
      {asked ? (
        <CostActDialog key={asked.cost.id} page={page} asked={asked} onClose={() => setAsked(null)} />
      ) : null}
    </div>
  )
}

type On = { ask: (what: Asked['what']) => void; confirm: (confirmation: Confirmation) => void }

/** What may be done with the cost now. */
function costActs(procedureId: number, cost: Cost, { ask, confirm }: On): MenuAction[] {
  const acts: (MenuAction & { act: string })[] = [
    { act: 'approve', label: 'Aprobar', onSelect: () => confirm(approveCost(procedureId, cost)) },
    { act: 'pay', label: 'Crear pago', onSelect: () => confirm(payCost(cost)) },
    { act: 'offset', label: 'Compensar pago manual', onSelect: () => ask('offset') },
    { act: 'link', label: 'Vincular factura', onSelect: () => ask('link') },
    { act: 'unlink', label: 'Desvincular factura', onSelect: () => confirm(unlinkInvoice(cost)) },
    { act: 'edit', label: 'Editar', onSelect: () => ask('edit') },
    {
      act: 'cancel',
      label: 'Anular',
      isDangerous: true,
      onSelect: () => confirm(cancelCost(procedureId, cost)),
    },
  ]
  return acts
    .filter(({ act }) => (act === 'pay' ? cost.state === 'payable' : cost.actions.includes(act)))
    .map(({ act: _, ...action }) => action)
}

type CostActDialogProps = { page: ProcedurePage; asked: Asked; onClose: () => void }

function CostActDialog({ page, asked: { what, cost }, onClose }: CostActDialogProps) {
  if (what === 'edit') return <CostDialog page={page} cost={cost} onClose={onClose} />
  if (what === 'offset') return <OffsetDialog page={page} cost={cost} onClose={onClose} />
  return <LinkInvoiceDialog cost={cost} onClose={onClose} />
}

const columnsOf = (menu: (cost: Cost) => ReactNode): PlainColumn<Cost>[] => [
  {
    key: 'description',
    header: 'Coste',
    cell: (cost) => (
      <div className={styles.cost}>
        {cost.description}
        <p className={styles.quiet}>{`${cost.concept} · Fase: ${cost.phase}`}</p>
      </div>
    ),
  },
  { key: 'payee', header: 'Beneficiario', cell: (cost) => <div className={styles.payee}>{cost.payee}</div> },
  {
    key: 'due',
    header: 'Vencimiento',
    cell: (cost) => (
      <span className={cost.isOverdue ? styles.urgent : undefined}>
        <Day value={cost.dueOn} />
      </span>
    ),
  },
  { key: 'total', header: 'Total', numeric: true, cell: (cost) => <Money value={cost.total} /> },
  { key: 'paid', header: 'Pagado', numeric: true, cell: (cost) => <Money value={cost.paid} /> },
  { key: 'document', header: 'Pago o factura', cell: (cost) => <PaidBy cost={cost} /> },
  { key: 'status', header: 'Estado', cell: (cost) => <StatusBadge {...cost.status} /> },
  { key: 'acts', header: 'Acciones', cell: menu },
]

function PaidBy({ cost }: { cost: Cost }) {
  if (cost.order)
    return (
      <Anchor component={Link} href={urlFor('payment_orders.show', { id: cost.order.id })} size="sm">
        {cost.order.number}
      </Anchor>
    )
  if (cost.invoice)
    return (
      <Anchor component={Link} href={urlFor('invoices.show', { id: cost.invoice.id })} size="sm">
        {cost.invoice.number}
      </Anchor>
    )
  return '–'
}
