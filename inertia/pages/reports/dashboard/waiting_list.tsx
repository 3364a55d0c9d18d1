import { Link } from '@inertiajs/react'
import { Tooltip } from '@mantine/core'
import { countText, Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from './dashboard.module.css'
import type { Figures, ShownWaiting, Waiting } from './dashboard_page'

type Props = { waiting: ShownWaiting; figures: Figures; siteIds: number[] }

/** What waits for a decision of who looks, what is late first and then the oldest. */
export function WaitingList({ waiting: { items, isCut }, figures, siteIds }: Props) {
  return (
    <Section
      title="Pendientes de mi aprobación"
      actions={
        <span className={styles.links}>
          <Link href={urlFor('invoices', null, { tab: 'approval', site_ids: siteIds })}>
            Facturas por aprobar: {countText(figures.approval)}
          </Link>
          <Link href={urlFor('paysuppliers', null, { tab: 'buffer', site_ids: siteIds })}>
            Pagos en la bolsa: {countText(figures.buffer)}
          </Link>
        </span>
      }
    >
      {items.length === 0 ? <p className={styles.none}>Nada espera su aprobación.</p> : null}
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={`${item.kind}-${item.id}`}>
            <Link href={hrefOf(item)} className={styles.item}>
              <span className={styles.name}>{item.detail}</span>
              <span className={styles.figure}>
                {item.amount ? <Money value={item.amount} /> : wordOf(item.kind)}
              </span>
              <span className={styles.about}>
                <span>
                  {KINDS[item.kind]} {item.title}
                </span>
                <span>{item.site}</span>
              </span>
              <span className={styles.about}>
                {item.note ? <StatusBadge tone="amber" label={item.note} /> : null}
                {item.lateHours === null ? null : <LateBadge hours={item.lateHours} />}
                {item.since ? (
                  <span>
                    desde el <Day value={item.since} />
                  </span>
                ) : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {isCut ? (
        <p className={styles.more}>
          <Link
            href={urlFor('/', null, { waiting: 'all', site_ids: siteIds })}
            only={['waiting']}
            preserveScroll
            preserveState
          >
            Ver todo lo que espera
          </Link>
        </p>
      ) : null}
    </Section>
  )
}

/** It waits longer than its policy allows, and by how much. */
function LateBadge({ hours }: { hours: number }) {
  const text = lateText(hours)
  return (
    <Tooltip label={text}>
      <span>
        <StatusBadge tone="red" label="Fuera de plazo" />
        <span className="only-read">: {text}</span>
      </span>
    </Tooltip>
  )
}

const HOURS_TOLD = 48

function lateText(hours: number): string {
  if (hours < 1) return 'Hace menos de una hora que venció el plazo'
  const days = Math.floor(hours / 24)
  const since = hours >= HOURS_TOLD ? `${countText(days)} días` : hours === 1 ? '1 hora' : `${hours} horas`
  return `El plazo venció hace ${since}`
}

/** Where no amount is decided, what is asked for. */
const wordOf = (kind: Waiting['kind']) =>
  kind === 'person' || kind === 'setting_change' ? 'Por confirmar' : 'Por verificar'

/** What stands before the number of a document; the others say what they are themselves. */
const KINDS: Partial<Record<Waiting['kind'], string>> = {
  payment: 'Pago',
  run: 'Nómina',
  invoice: 'Factura',
  expense_note: 'Nota de gastos',
  contract: 'Contrato',
  rebilling: 'Refacturación',
  loan: 'Préstamo',
  loan_compensation: 'Compensación',
}

function hrefOf({ kind, id }: Waiting): string {
  switch (kind) {
    case 'payment':
      return urlFor('payment_orders.show', { id })
    case 'run':
      return urlFor('payroll_runs.show', { id })
    case 'invoice':
      return urlFor('invoices.show', { id })
    case 'expense_note':
      return urlFor('payexpenses.show', { id })
    case 'manual_entry':
      return urlFor('accounts.manual.show', { id })
    case 'contract':
      return urlFor('provider-contracts.show', { id })
    case 'rebilling':
      return urlFor('rebilling.show', { id })
    case 'loan':
      return urlFor('loans.edit', { id })
    case 'loan_compensation':
      return urlFor('loans.compensations.show', { id })
    case 'provider_bank':
      return urlFor('providers.edit', { id }, { tab: 'banks' })
    case 'person':
    case 'setting_change':
      return urlFor('sites.pending-changes')
    case 'employee_bank':
      return urlFor('employees.edit', { id }, { tab: 'banks' })
    default:
      return kind satisfies never
  }
}
