import { Link } from '@inertiajs/react'
import { Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from '../rebilling.module.css'
import type { ApprovalSide, ChargePage } from './charge_page'

/** Who still has to approve in each company, what the same sum was shared out into, and the documents that came of it. */
export function ChargeRail({ page }: { page: ChargePage }) {
  const { approvals, split, charge } = page
  return (
    <>
      {approvals.length > 0 ? (
        <Section title="Aprobaciones">
          {approvals.map((side) => (
            <Side key={side.siteId} side={side} />
          ))}
        </Section>
      ) : null}
      {charge.document ? <Documents charge={charge} loan={page.loan} /> : null}
      {split.length > 1 ? (
        <Section title="Mismo reparto">
          <ul className={styles.list}>
            {split.map(({ id, number, target, status, base }) => (
              <li key={id} className={styles.person}>
                <span>
                  {id === charge.id ? number : <Link href={urlFor('rebilling.show', { id })}>{number}</Link>}
                  <br />
                  <span className={styles.quiet}>{target}</span>
                </span>
                <span className={styles.figure}>
                  <Money value={base} />
                  <br />
                  <StatusBadge {...status} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  )
}

function Side({ side }: { side: ApprovalSide }) {
  const able = side.people.filter(({ reason }) => reason === null)
  const missing = side.required - side.given
  return (
    <div className={styles.side}>
      <div className={styles.sideHead}>
        <span>{side.name}</span>
        <span>
          {side.given} de {side.required}
        </span>
      </div>
      {missing > 0 && able.length > 0 ? (
        <p className={styles.quiet}>
          {able.length === 1 ? 'Puede aprobar' : 'Pueden aprobar'}: {able.map(({ name }) => name).join(', ')}.
        </p>
      ) : null}
      {missing > able.length ? <p className={styles.error}>{unreachable(missing, able.length)}</p> : null}
      <ul className={styles.list}>
        {side.people
          .filter(({ reason }) => reason !== null)
          .map(({ userId, name, reason }) => (
            <li key={userId} className={styles.quiet}>
              {name}: {reason?.toLowerCase()}
            </li>
          ))}
      </ul>
    </div>
  )
}

/** That nobody, or too few, can give what is missing: somebody else has to be let approve. */
const unreachable = (missing: number, able: number): string =>
  able === 0
    ? 'Nadie puede aprobar este importe en la empresa.'
    : `${missing === 1 ? 'Falta una aprobación' : `Faltan ${missing} aprobaciones`} y solo ${able === 1 ? 'una persona puede aprobar' : `${able} personas pueden aprobar`}: autorice a alguien más en la empresa.`

/** What was issued, with its paper, and what the other company has of it: each for those who may open it. */
function Documents({ charge, loan }: Pick<ChargePage, 'charge' | 'loan'>) {
  const { issuedInvoiceId: issued, targetInvoiceId: received } = charge
  return (
    <Section title="Documentos">
      <ul className={styles.list}>
        <li className={styles.person}>
          <span>
            {issued ? (
              <Link href={urlFor('issued-invoices.show', { id: issued })}>{charge.document}</Link>
            ) : (
              charge.document
            )}
          </span>
          <Money value={charge.total} />
        </li>
        {issued ? (
          <li>
            <a href={urlFor('issued-invoices.pdf', { id: issued })} target="_blank" rel="noreferrer">
              PDF del documento
            </a>
          </li>
        ) : null}
        {received ? (
          <li>
            <Link href={urlFor('invoices.show', { id: received })}>
              Factura recibida en {charge.target.name}
            </Link>
          </li>
        ) : null}
        {loan ? (
          <li>
            <Link href={urlFor('loans.edit', { id: loan.id }, { tab: 'movements' })}>
              Préstamo {loan.number}
            </Link>
          </li>
        ) : null}
        {charge.settlementCode === 'payment' ? (
          <li>
            <Link href={urlFor('rebilling.payments')}>Pagos de refacturación</Link>
          </li>
        ) : null}
      </ul>
    </Section>
  )
}
