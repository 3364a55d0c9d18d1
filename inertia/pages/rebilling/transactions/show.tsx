import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Day } from '~/kit/day'
import { DetailPage, Facts, Section } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money, moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { overrideApproval } from '../../sites/override_approval'
import styles from '../rebilling.module.css'
import * as acts from './charge_acts'
import { chargeHistory } from './charge_history'
import { ChargeNotices } from './charge_notices'
import type { ChargeCost, ChargePage } from './charge_page'
import { ChargeRail } from './charge_rail'

const AmountsDialog = lazy(async () => ({ default: (await import('./amounts_dialog')).AmountsDialog }))

export default function ChargeShow(page: ChargePage) {
  const { charge, costs } = page
  const asked = new URLSearchParams(window.location.search).get('act')
  const [confirmation, setConfirmation] = useState<Confirmation | null>(() =>
    asked === 'rectify' && page.actions.includes('rectify') ? acts.rectify(rowOf(page)) : null
  )
  const [isEditing, setIsEditing] = useState(() => asked === 'edit' && page.actions.includes('edit'))
  return (
    <>
      <DetailPage
        key={charge.id}
        title={charge.document ? `${charge.document} · ${charge.number}` : charge.number}
        subtitle={`${charge.origin.name} refactura a ${charge.target.name}`}
        status={<StatusBadge {...charge.status} />}
        back={urlFor('rebilling')}
        actions={<NextAct page={page} onConfirm={setConfirmation} />}
        menu={menuOf(page, setConfirmation, () => setIsEditing(true))}
        rail={
          <>
            <ChargeRail page={page} />
            <Section title="Historial">
              <Timeline events={chargeHistory(page.events)} />
            </Section>
          </>
        }
      >
        <ChargeNotices charge={charge} />
        <KeyFigures
          figures={[
            { label: 'Base', value: moneyText(charge.base) },
            {
              label: 'Margen',
              value: moneyText(charge.markup),
              ...(charge.markupText ? { hint: charge.markupText } : {}),
            },
            { label: 'IVA', value: moneyText(charge.vat), ...(charge.tax ? { hint: charge.tax } : {}) },
            { label: 'Total', value: moneyText(charge.total) },
          ]}
        />
        <Section title="Datos">
          <Facts facts={factsOf(charge)} />
        </Section>
        <Section title="Gastos">
          <PlainTable
            label="Gastos"
            rows={costs}
            columns={costColumns}
            keyOf={(row) => row.id}
            phone="cards"
          />
        </Section>
      </DetailPage>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      <Suspense>
        {isEditing ? <AmountsDialog page={page} onClose={() => setIsEditing(false)} /> : null}
      </Suspense>
    </>
  )
}

/** What a confirmation repeats of it, as of a row of the list. */
const rowOf = ({ charge, fingerprint, actions }: ChargePage) => ({
  id: charge.id,
  number: charge.number,
  origin: charge.origin.name,
  target: charge.target.name,
  concept: charge.concept,
  documents: '',
  treatment: charge.treatment,
  settlement: charge.settlement,
  base: charge.base,
  total: charge.total,
  alert: charge.alert ?? '',
  isChain: charge.isChain,
  invoiceNumber: charge.document ?? '',
  issuedInvoiceId: charge.issuedInvoiceId,
  fingerprint,
  actions,
})

type ActProps = { page: ChargePage; onConfirm: (confirmation: Confirmation) => void }

/** The one thing that is next. */
function NextAct({ page, onConfirm }: ActProps) {
  const { actions, charge, canOverride } = page
  const row = rowOf(page)
  const amount = moneyText(charge.total)
  if (actions.includes('approve'))
    return <Button onClick={() => onConfirm(acts.approve([row]))}>Aprobar {amount}</Button>
  if (actions.includes('issue'))
    return <Button onClick={() => onConfirm(acts.issue([row]))}>Emitir {amount}</Button>
  if (actions.includes('settle'))
    return <Button onClick={() => onConfirm(acts.settle([row]))}>Liquidar {amount}</Button>
  if (actions.includes('recover'))
    return <Button onClick={() => onConfirm(acts.recover([row]))}>Recuperar</Button>
  if (canOverride)
    return (
      <Button color="red" variant="light" onClick={() => onConfirm(override(page))}>
        Aprobación de emergencia
      </Button>
    )
  return null
}

const override = ({ charge, fingerprint }: ChargePage) =>
  overrideApproval({
    what: 'la refacturación',
    amount: charge.total,
    facts: [
      { label: 'De', value: charge.origin.name },
      { label: 'A', value: charge.target.name },
    ],
    fingerprint,
    url: urlFor('rebilling.override', { id: charge.id }),
  })

function menuOf(page: ChargePage, onConfirm: ActProps['onConfirm'], onEdit: () => void) {
  const row = rowOf(page)
  const { actions, charge } = page
  return [
    ...(actions.includes('edit') ? [{ label: 'Editar importes', onSelect: onEdit }] : []),
    ...(actions.includes('rectify')
      ? [{ label: 'Rectificar', isDangerous: true, onSelect: () => onConfirm(acts.rectify(row)) }]
      : []),
    ...(actions.includes('discard')
      ? [{ label: 'Descartar', isDangerous: true, onSelect: () => onConfirm(acts.discard([row])) }]
      : []),
    ...(charge.rule ? [{ label: 'Ver la regla', href: urlFor('setting.edit', { id: charge.rule.id }) }] : []),
  ]
}

function factsOf(charge: ChargePage['charge']) {
  return [
    { label: 'Concepto', value: charge.concept },
    { label: 'Periodo', value: charge.period },
    { label: 'Tratamiento', value: charge.treatment },
    { label: 'Liquidación', value: charge.settlement },
    ...(charge.issuedOn ? [{ label: 'Emitida', value: <Day value={charge.issuedOn} /> }] : []),
    ...(charge.dueOn ? [{ label: 'Vencimiento', value: <Day value={charge.dueOn} /> }] : []),
    { label: 'Regla', value: charge.rule?.name ?? 'A mano' },
  ]
}

const costColumns: PlainColumn<ChargeCost>[] = [
  { key: 'on', header: 'Fecha', cell: (row) => (row.on ? <Day value={row.on} /> : '–') },
  {
    key: 'document',
    header: 'Documento',
    cell: (row) =>
      row.href ? <Link href={row.href}>{row.document ?? row.kind}</Link> : (row.document ?? row.kind),
  },
  { key: 'concept', header: 'Concepto', cell: (row) => row.concept },
  { key: 'account', header: 'Cuenta', cell: (row) => row.account },
  {
    key: 'cost',
    header: 'Gasto',
    numeric: true,
    cell: (row) => (row.cost ? <Money value={row.cost} /> : <span className={styles.quiet}>–</span>),
  },
  { key: 'amount', header: 'Se refactura', numeric: true, cell: (row) => <Money value={row.amount} /> },
]
