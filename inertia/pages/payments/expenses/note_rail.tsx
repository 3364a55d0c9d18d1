import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { NotePage } from './expense_page'
import styles from './expenses.module.css'

type Props = { page: NotePage; onAssign: (() => void) | null }

/** Whose it is, what is doubtful, who decides, and what became of its money. */
export function NoteRail({ page, onAssign }: Props) {
  const { doubts, approval, payments, rebillings, charges } = page
  return (
    <>
      {doubts.length > 0 ? (
        <Section title="Avisos">
          <ul className={styles.doubts}>
            {doubts.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Claimant page={page} onAssign={onAssign} />
      <Approvals approval={approval} />
      {payments.length > 0 ? (
        <Section title="Pagos">
          <ul className={styles.people}>
            {payments.map(({ id, number }) => (
              <li key={id}>
                <Link href={urlFor('payment_orders.show', { id })}>{number}</Link>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {rebillings.length > 0 ? (
        <Section title="Refacturar a">
          <ul className={styles.people}>
            {rebillings.map(({ id, site, amount }) => (
              <li key={id}>
                <span>{site}</span>
                <Money value={amount} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {charges.length > 0 ? (
        <Section title="Refacturaciones">
          <ul className={styles.people}>
            {charges.map(({ id, number, site, status, total }) => (
              <li key={id}>
                <Link href={urlFor('rebilling.show', { id })}>
                  {number} a {site}
                </Link>
                <span>
                  <StatusBadge {...status} /> <Money value={total} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  )
}

/** Whose money it was, and who is paid. */
function Claimant({ page: { note, assigned }, onAssign }: Props) {
  return (
    <Section
      title="Solicitante"
      actions={
        onAssign ? (
          <Button size="compact-sm" variant="default" onClick={onAssign}>
            Asignar
          </Button>
        ) : null
      }
    >
      <Facts
        facts={[
          { label: 'Nombre', value: `${note.claimant.name} (${note.claimant.taxId})` },
          { label: 'Correo', value: note.claimant.email ?? '–' },
          { label: 'Empresa', value: assigned.site?.label ?? 'Sin empresa' },
          {
            label: 'Se paga a',
            value: assigned.employee?.label ?? assigned.provider?.label ?? 'Sin identificar',
          },
          { label: 'Cuenta verificada', value: <span className="num">{assigned.bank ?? 'Ninguna'}</span> },
          ...(note.claimant.iban
            ? [{ label: 'IBAN de la nota', value: <span className="num">{note.claimant.iban}</span> }]
            : []),
          { label: 'Recibida', value: <Instant value={note.receivedAt} /> },
          ...(note.purpose ? [{ label: 'Motivo', value: note.purpose }] : []),
          ...(note.reviewer ? [{ label: 'Revisa', value: note.reviewer }] : []),
          ...(note.infoRequest ? [{ label: 'Información pedida', value: note.infoRequest }] : []),
          ...(note.rejectionReason ? [{ label: 'Rechazada', value: note.rejectionReason }] : []),
        ]}
      />
    </Section>
  )
}

function Approvals({ approval: { decisions, candidates, required } }: { approval: NotePage['approval'] }) {
  if (decisions.length === 0 && candidates.length === 0) return null
  return (
    <Section title={required === null ? 'Aprobaciones' : `Aprobaciones (${decisions.length} de ${required})`}>
      <ul className={styles.people}>
        {decisions.map(({ id, name, isOverride, at }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={styles.quiet}>
              {isOverride ? 'Aprobó de emergencia el' : 'Aprobó el'} <Instant value={at} />
            </span>
          </li>
        ))}
        {candidates.map(({ name, reason }) => (
          <li key={name}>
            <span>{name}</span>
            <span className={styles.quiet}>{reason ?? 'Puede aprobar'}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
